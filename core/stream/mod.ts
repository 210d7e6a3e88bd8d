/** The live stream: its topics, its events, and the order in which they are published. @module */
export {
  FEED_STATES,
  type FeedEvent,
  type FeedState,
  type GameEvent,
  GAP_REASONS,
  type GapEvent,
  type GapReason,
  lastSeqOf,
  type QuoteEvent,
  type SpotEvent,
  type StreamEvent,
  type TargetEvent,
  type TopicEvent,
  WINDOW_PHASES,
  type WindowEvent,
  type WindowPhase,
} from "./event.ts";
export { REPLAY_MAX } from "./replay_limit.ts";
export { makeReportOrder, overdueSeconds, type ReportOrder, type Seconds } from "./report_order.ts";
export { type PendingWindows, windowBefore, windowsAfter } from "./target_order.ts";
export {
  gameTopic,
  leagueOf,
  type OrdersTopic,
  ordersTopic,
  spotTopic,
  TARGET_SERIES,
  type TargetTopic,
  targetTopic,
  type Topic,
  type TwapTopic,
  twapTopic,
  walletIdOf,
  type WindowsTopic,
  windowsTopic,
} from "./topic.ts";
