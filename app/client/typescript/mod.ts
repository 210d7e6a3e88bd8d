/**
 * The service's client for bots: `createClient(address)` for every request and the stream, or
 * `connect(address)` for the stream alone.
 *
 * It needs only the globals `fetch` and `WebSocket` of Bun, Deno, browsers and Node 22 or later,
 * and imports nothing from outside its folder: copy the folder, or bundle it.
 *
 * @module
 */
export { type AnyWindow, type ToldWindow, windowOf } from "./any_window.ts";
export type { AssetCall, AssetsCall } from "./asset_calls.ts";
export type { BatchInput, BatchOutcome, BatchResult } from "./batch.ts";
export type { ActionOptions, CallOptions } from "./call_options.ts";
export {
  type Call,
  type Client,
  type ClientOptions,
  type ClientStream,
  createClient,
  type LimitOrderInput,
  type OrderInput,
  type ReplaceOrderInput,
} from "./client.ts";
export {
  ApiError,
  NoAnswer,
  type Overrun,
  type Refusal,
  type RefusedRequest,
  StreamOverrun,
  StreamRejected,
  type Unanswered,
} from "./failure.ts";
export type { ListedGame } from "./game.ts";
export { makeIdempotencyKey } from "./idempotency_key.ts";
export { type MissReason, ORDER_GOALS, type OrderGoal } from "./order_goal.ts";
export { type Operations, type RouteName, ROUTES } from "./routes.ts";
export type { SendOptions } from "./send.ts";
export type { ClaimEvent, MergeEvent, SplitEvent } from "./stream/action_frame.ts";
export type {
  FeedEvent,
  FeedState,
  FillEvent,
  GameEvent,
  GamesEvent,
  GapEvent,
  GapReason,
  OrderEvent,
  OrdersEvent,
  OrdersStartEvent,
  SpotEvent,
  SpotsEvent,
  StartEvent,
  TargetEvent,
  TargetsEvent,
  TwapEvent,
  TwapsEvent,
} from "./stream/frame.ts";
export type { LeggedWindow, LiveWindow } from "./stream/live_window.ts";
export type { ConnectOptions, StreamState } from "./stream/connect_options.ts";
export {
  connect,
  type FollowOptions,
  type FollowWindows,
  type GamesOptions,
  type OrdersOptions,
  type SeriesOptions,
  type SpotOptions,
  type Stream,
  type TargetsOptions,
  type TwapOptions,
  type WindowsOptions,
} from "./stream/stream.ts";
export type { Timing } from "./stream/timing.ts";
export type { WindowPhase } from "./stream/window_frame.ts";
export { GoalMissed, type Missed, type Waited, WaitTimeout } from "./wait_failure.ts";
export type { OrderOfWallet, WaitOptions } from "./wait_until.ts";
export type * from "./wire/account.ts";
export type * from "./wire/book.ts";
export type * from "./wire/fee.ts";
export type * from "./wire/fill.ts";
export type * from "./wire/game.ts";
export type * from "./wire/history.ts";
export type * from "./wire/leg.ts";
export type * from "./wire/limit_order.ts";
export type * from "./wire/market.ts";
export {
  type Asset,
  type Interval,
  type LeagueCode,
  ORDER_REASONS,
  type OrderReason,
  type PlatformCode,
  type Provider,
} from "./wire/names.ts";
export type * from "./wire/order.ts";
export type * from "./wire/outcome_market.ts";
export type * from "./wire/placed_order.ts";
export type * from "./wire/position.ts";
export type * from "./wire/profit.ts";
export type * from "./wire/service.ts";
export type * from "./wire/spot.ts";
export type * from "./wire/target.ts";
export type * from "./wire/team.ts";
export type * from "./wire/timeseries.ts";
export type * from "./wire/twap.ts";
export type * from "./wire/wallet.ts";
export type * from "./wire/window.ts";
