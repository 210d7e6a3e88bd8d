/** Windows as bots see them: the open ones, one by its slug, and past ones. @module */
export { type ActiveWindow, activeWindows } from "./active_windows.ts";
export { followSeries } from "./follow_series.ts";
export { layerAskedQuotes } from "./asked_quotes.ts";
export { layerLiveWindows, LiveWindows } from "./live_windows.ts";
export { makeQuotedTokens } from "./quoted_tokens.ts";
export { makeWindowRoll } from "./window_roll.ts";
export { namedWindow, pastWindows, windowBySlug, WindowUnknown } from "./past_windows.ts";
export {
  FACTS_LANES,
  FACTS_WAITING_MAX,
  layerWindowFacts,
  WindowFactsCache,
} from "./window_facts.ts";
