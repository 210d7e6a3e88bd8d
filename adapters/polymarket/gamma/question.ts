/**
 * The metadata service's probe question: the event of the current window.
 *
 * @module
 */
import { BigDecimal, Clock, Effect, Option } from "effect";
import { PROFILE_BY_NAME, windowContaining } from "../../../core/market/mod.ts";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { ProviderQuestion } from "../../../core/port/provider_question.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { protocolOf, type VenueEvent } from "../../../core/venue/mod.ts";
import { type GammaClient, type GammaOptions, makeGammaClient } from "./client.ts";
import { unreadable } from "./http_failure.ts";

/** Creates the question. Needs the {@linkcode ProviderWatch}. */
export const makeGammaQuestion = Effect.fnUntraced(function* (options: GammaOptions) {
  const client = yield* makeGammaClient(options);
  return {
    name: "venue metadata",
    asks: "event of the current btc 5min window: its tags, outcomes and fees",
    ask: Effect.flatMap(currentWindowEvent(client), describe),
  } satisfies ProviderQuestion;
});

/**
 * Returns the event of the current btc 5min window. The venue lists every window a day ahead, so an
 * unknown one means that the names changed.
 */
export const currentWindowEvent = Effect.fnUntraced(function* ({ event }: GammaClient) {
  const { calendar, slugOf } = PROFILE_BY_NAME.polymarket;
  const nowSec = UnixSec(Math.floor((yield* Clock.currentTimeMillis) / 1000));
  const slug = slugOf("btc", windowContaining(calendar, "5min", nowSec));
  return yield* event({ by: "slug", slug }).pipe(
    Effect.catchTag("NotListed", (notListed) => Effect.fail(unreadable(notListed.message))),
  );
});

/** Describes the event, or fails with what it lacks. */
function describe(event: VenueEvent): Effect.Effect<string, ProviderFailed> {
  const { slug, tags, markets: [market], unreadableMarkets } = event;
  const lacks = (what: string) => Effect.fail(unreadable(`${slug} ${what}`));
  if (tags.length === 0) return lacks("has no tags");
  if (unreadableMarkets.length > 0) return lacks("has an unreadable market");
  if (market === undefined) return lacks("has no market");
  const { outcomes, feeSchedule, tickSize } = market;
  if (outcomes.length !== 2) return lacks(`has ${outcomes.length} outcomes`);
  // For an unknown protocol it is unclear which ids count; another question checks that.
  const isKnown = Option.isSome(protocolOf(market.protocol));
  if (isKnown && outcomes.some(({ tokenId }) => Option.isNone(tokenId))) {
    return lacks("has no tokens");
  }
  if (Option.isNone(feeSchedule)) return lacks("has no fee schedule");
  const tick = Option.match(tickSize, { onNone: () => "unknown", onSome: BigDecimal.format });
  const names = outcomes.map(({ name }) => name).join(" or ");
  const rate = BigDecimal.format(feeSchedule.value.rate);
  return Effect.succeed(
    `${tags.map((tag) => tag.slug).join(", ")}; ${names}; fee rate ${rate}, tick ${tick}`,
  );
}
