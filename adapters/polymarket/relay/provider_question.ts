/**
 * The relay's probe question.
 *
 * @module
 */
import { Effect } from "effect";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { ProviderWatch } from "../../../core/port/provider_watch.ts";
import { formatE18 } from "../../../core/price/mod.ts";
import { toIso, UnixSec } from "../../../core/time/mod.ts";
import { firstPoint } from "./first_point.ts";
import type { RelayAccess } from "./relay_link.ts";
import { RELAY } from "./relay_name.ts";

/** Creates the question. */
export const makeRelayQuestion = Effect.fnUntraced(function* (access: RelayAccess) {
  const watch = yield* ProviderWatch;
  return {
    name: RELAY,
    asks: "next point of btc",
    ask: firstPoint(access, "btc").pipe(
      Effect.map(({ priceE18, observedSec }) =>
        `${formatE18(priceE18)} at ${toIso(UnixSec(observedSec))}`
      ),
      Effect.provideService(ProviderWatch, watch),
    ),
  } satisfies ProviderQuestion;
});
