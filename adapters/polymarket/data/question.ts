/**
 * The data service's question for the probe: how a window that ended a while ago was resolved.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import {
  areUpAndDown,
  type ConditionId,
  paidOutcome,
  type Resolution,
  type VenueEvent,
} from "../../../core/venue/mod.ts";
import { type GammaOptions, makeGammaClient } from "../gamma/client.ts";
import { type DataOptions, makeDataClient } from "./client.ts";
import { unreadable, VENUE_DATA } from "./http_failure.ts";

/** The window before the one that ended last, which ended five to ten minutes ago. */
const BACK_SEC = 600;

/** Makes the question: the metadata service says which condition to ask for. */
export const makeDataQuestion = Effect.fnUntraced(function* (options: DataOptions & GammaOptions) {
  const gamma = yield* makeGammaClient(options);
  const data = yield* makeDataClient(options);
  const ask = Effect.gen(function* () {
    const slug = yield* slugToAskFor;
    const event = yield* gamma.event({ by: "slug", slug }).pipe(
      Effect.catchTag("NotListed", (notListed) => Effect.fail(unreadable(notListed.message))),
    );
    const resolution = yield* data.resolution(yield* conditionOf(event));
    if (Option.isNone(resolution)) return yield* unreadable(`it knows nothing of ${slug}`);
    return `${slug}: ${describe(resolution.value)}`;
  });
  return {
    name: VENUE_DATA,
    asks: "resolution of the btc 5min window before the last",
    ask,
  } satisfies ProviderQuestion;
});

const slugToAskFor = Effect.map(Clock.currentTimeMillis, (nowMs) => {
  const { calendar, slugOf } = PROFILE_BY_NAME.polymarket;
  const atSec = UnixSec(Math.floor(nowMs / 1000) - BACK_SEC);
  return slugOf("btc", windowContaining(calendar, "5min", atSec));
});

function conditionOf(
  { slug, markets: [market] }: VenueEvent,
): Effect.Effect<ConditionId, ProviderFailed> {
  if (market === undefined || Option.isNone(market.conditionId)) {
    return Effect.fail(unreadable(`${slug} has no condition`));
  }
  const names = market.outcomes.map(({ name }) => name);
  return areUpAndDown(names)
    ? Effect.succeed(market.conditionId.value)
    : Effect.fail(unreadable(`${slug} has the outcomes ${names.join(", ")}`));
}

/** For a person to judge: five minutes after its end a window is resolved, as a rule. */
function describe({ status, payoutsE6, reporter, resolvedAtMs }: Resolution): string {
  const pays = Option.map(payoutsE6, (payouts) => {
    const outcome = Option.getOrElse(paidOutcome(payouts), () => "no outcome that we know");
    return `pays ${payouts.join(" and ")}, which is ${outcome}`;
  });
  return [
    status,
    ...Option.toArray(pays),
    ...Option.toArray(Option.map(reporter, (name) => `reported by ${name}`)),
    ...Option.toArray(Option.map(resolvedAtMs, (ms) => `at ${new Date(ms).toISOString()}`)),
  ].join(", ");
}
