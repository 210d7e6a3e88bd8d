/**
 * A client of the stream for bots: `connect(address)`, then `for await`.
 *
 * It needs nothing but the WebSocket that Bun, Deno, browsers and Node from 22 on have, and imports
 * nothing from outside its folder: copy the folder, or bundle it.
 *
 * @module
 */
export { StreamOverrun, StreamRejected } from "./failure.ts";
export type {
  FeedEvent,
  FeedState,
  GameEvent,
  GamesEvent,
  GapEvent,
  GapReason,
  StartEvent,
  TargetEvent,
  TargetsEvent,
  TwapEvent,
  TwapsEvent,
} from "./frame.ts";
export type { Game, GameCoverage, GamePlatform, GameScore, GameTime, Team } from "./game.ts";
export {
  connect,
  type ConnectOptions,
  type FollowOptions,
  type GamesOptions,
  type Stream,
  type StreamState,
  type TargetsOptions,
  type TwapOptions,
} from "./stream.ts";
export type { Timing } from "./timing.ts";
export type { Asset, Interval, League, Provider } from "./topic.ts";
