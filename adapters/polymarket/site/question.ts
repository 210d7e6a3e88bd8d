/**
 * The site's probe question: the opening price of the current window.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { formatE18 } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { makeSiteClient, type SiteOptions } from "./client.ts";
import { VENUE_SITE } from "./http_failure.ts";

/** Creates the question. Needs the `ProviderWatch`. */
export const makeSiteQuestion = Effect.fnUntraced(function* (options: SiteOptions) {
  const client = yield* makeSiteClient(options);
  const ask = Effect.gen(function* () {
    const { calendar, slugOf } = PROFILE_BY_NAME.polymarket;
    const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
    const window = windowContaining(calendar, "5min", nowSec);
    const priceE18 = yield* client.openPrice({ asset: "btc", window, lookbackSec: 60 });
    const value = Option.match(priceE18, { onNone: () => "not published yet", onSome: formatE18 });
    return `${slugOf("btc", window)}: ${value}`;
  });
  return {
    name: VENUE_SITE,
    asks: "open price of the current btc 5min window",
    ask,
  } satisfies ProviderQuestion;
});
