/**
 * The metadata service's probe question: the published target of an ended window.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { formatE18 } from "../../../core/price/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import type { GammaOptions } from "../gamma/client.ts";
import { unreadable } from "../gamma/http_failure.ts";
import { makePublishedClient } from "./client.ts";
import { eventPrices } from "./event.ts";

/** An instant in the window that ended about ten minutes ago. */
const BACK_SEC = 900;
/** Single windows never get a price; this many in a row indicate a problem. */
const WINDOWS_MAX = 4;

/** Creates the question. Needs the `ProviderWatch`. */
export const makePublishedPriceQuestion = Effect.fnUntraced(function* (options: GammaOptions) {
  const client = yield* makePublishedClient(options);
  const { calendar, slugOf } = PROFILE_BY_NAME.polymarket;

  const ask = Effect.gen(function* () {
    const nowSec = Math.floor((yield* Clock.currentTimeMillis) / 1000);
    let atSec = UnixSec(nowSec - BACK_SEC);
    for (let tried = 0; tried < WINDOWS_MAX; tried++) {
      const window = windowContaining(calendar, "5min", atSec);
      const slug = slugOf("btc", window);
      const event = yield* client.event(slug);
      if (Option.isNone(event)) return yield* unreadable(`there is no event ${slug}`);
      const prices = yield* Effect.mapError(
        Effect.fromResult(eventPrices(event.value, window)),
        (why) => unreadable(`${slug}: ${why}`),
      );
      if (Option.isSome(prices)) {
        const { priceE18, finalPriceE18 } = prices.value;
        const closed = finalPriceE18 === undefined ? "" : `, closed at ${formatE18(finalPriceE18)}`;
        return `${slug}: ${formatE18(priceE18)}${closed}`;
      }
      atSec = UnixSec(window.startSec - 1);
    }
    return yield* unreadable(`${WINDOWS_MAX} windows in a row have no price`);
  });

  return {
    name: "venue metadata prices",
    asks: "price to beat of the btc 5min window that ended about 10 minutes ago",
    ask,
  } satisfies ProviderQuestion;
});
