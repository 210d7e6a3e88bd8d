/**
 * The limits of one stream client.
 *
 * @module
 */
import { REPLAY_MAX } from "../../../core/stream/mod.ts";
import { REPLAY_GAMES_MAX } from "../../../core/use_case/live/mod.ts";

/** The limits as `hello` announces them. */
export const STREAM_LIMITS = {
  /** Simultaneous connections per client address. */
  connectionsPerIp: 20,
  /** The maximum bytes of a client's frame. */
  messageBytes: 4_096,
  /** Messages that a connection earns each second, and the most it can have saved up. */
  messagesPerSec: 30,
  messageBurst: 60,
  /** Topics per connection. */
  topics: 200,
  /** Connections of an address that replay at the same time; the others wait for their turn. */
  replaysPerIp: 2,
  /** Windows, or seconds, of a topic that a replay sends. */
  replayWindows: REPLAY_MAX,
  /** Games of a topic that a replay sends. */
  replayGames: REPLAY_GAMES_MAX,
} as const;

/** A client with more unread bytes than this is disconnected. */
export const BACKLOG_BYTES_MAX = 1024 * 1024;
