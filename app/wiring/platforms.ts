/**
 * The platforms that are searched for games and are no venues: where each is, and its adapter.
 *
 * @module
 */
import { makeKalshiPlatformSource } from "../../adapters/kalshi/platform_source.ts";
import { makeKalshiQuestion } from "../../adapters/kalshi/provider_question.ts";
import { makeLimitlessPlatformSource } from "../../adapters/limitless/platform_source.ts";
import { makeLimitlessQuestion } from "../../adapters/limitless/provider_question.ts";
import { makeSxBetPlatformSource } from "../../adapters/sx_bet/platform_source.ts";
import { makeSxBetQuestion } from "../../adapters/sx_bet/provider_question.ts";
import type { PlatformCode } from "../../core/game/mod.ts";

/** A platform that is no venue of ours. The setting of its address is such as `SX_BET_URL`. */
export type PlainPlatform = Exclude<PlatformCode, "polymarket" | "hyperliquid">;

/** The plain platforms, in the order in which they are listed. */
export const PLAIN_PLATFORMS = {
  kalshi: {
    url: "https://external-api.kalshi.com",
    makeSource: makeKalshiPlatformSource,
    makeQuestion: makeKalshiQuestion,
  },
  limitless: {
    url: "https://api.limitless.exchange",
    makeSource: makeLimitlessPlatformSource,
    makeQuestion: makeLimitlessQuestion,
  },
  sx_bet: {
    url: "https://api.sx.bet",
    makeSource: makeSxBetPlatformSource,
    makeQuestion: makeSxBetQuestion,
  },
} as const satisfies Record<PlainPlatform, object>;
