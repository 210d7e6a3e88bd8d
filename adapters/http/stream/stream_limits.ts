/**
 * What the stream allows one client.
 *
 * @module
 */
import { REPLAY_MAX } from "../../../core/stream/mod.ts";
import { REPLAY_GAMES_MAX } from "../../../core/use_case/mod.ts";

/** As they are told in `hello`. */
export const STREAM_LIMITS = {
  /** Connections of one client address at a time. */
  connectionsPerIp: 20,
  /** A longer frame of a client is refused. */
  messageBytes: 4_096,
  /** Topics of one connection. */
  topics: 200,
  /** Windows, or seconds, of a topic that are told again. */
  replayWindows: REPLAY_MAX,
  /** Games of a topic that are told again. */
  replayGames: REPLAY_GAMES_MAX,
} as const;

/** A reader with more unread than this is disconnected. */
export const BACKLOG_BYTES_MAX = 1024 * 1024;
