/**
 * A stream client for bots: call `connect(address)`, then `for await` over the events.
 *
 * It needs only the global `WebSocket` of Bun, Deno, browsers and Node 22 or later, and imports
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
