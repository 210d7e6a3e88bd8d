/**
 * How the markets of tokens were resolved.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import { foldName } from "../../fold_name.ts";
import type { Resolved } from "../../ledger/mod.ts";
import { windowOfSlug } from "../../market/mod.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import { type KeptResolution, LedgerStore } from "../../port/ledger_store.ts";
import { Resolutions } from "../../port/resolutions.ts";
import type { ConditionId } from "../../venue/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import { Venue } from "../venue/venue.ts";
import { ActivePatience } from "../window/active_windows.ts";
import type { TokenFacts } from "./wallet_ledger.ts";

/** It could not be found in time how some markets were resolved. */
export class ResolutionsPending extends Schema.TaggedError<ResolutionsPending>()(
  "ResolutionsPending",
  { count: Schema.Number },
) {
  override get message(): string {
    return `Cannot say yet how ${this.count} markets of this wallet were resolved`;
  }
}

const AT_ONCE = 8;

/**
 * Returns how the markets of these tokens were resolved; those that are open are left out. What is
 * found is kept, so that a caller who comes again has it sooner.
 */
export const resolvedTokens = Effect.fn("resolvedTokens")(function* (
  tokens: ReadonlyArray<TokenFacts>,
) {
  const nowMs = yield* Clock.currentTimeMillis;
  const venue = yield* Venue;
  const store = yield* LedgerStore;
  const windowOf = ({ slug }: TokenFacts) =>
    windowOfSlug(venue.profile, slug, UnixSec(Math.floor(nowMs / 1000)))?.window;
  const due = tokens.filter((token) => (windowOf(token)?.endSec ?? 0) * 1000 <= nowMs);
  const conditionIds = [...new Set(due.map(({ conditionId }) => conditionId))];
  const known = new Map<ConditionId, KeptResolution>(
    (yield* store.resolutionsOf(conditionIds)).map((one) => [one.conditionId, one]),
  );
  const missing = new Set(conditionIds.filter((id) => !known.has(id)));
  const asking = Effect.forEach(missing, (conditionId) =>
    Effect.gen(function* () {
      const { value } = yield* (yield* Resolutions).of(conditionId);
      const resolution = Option.flatMap(
        value,
        ({ payoutsE6, resolvedAtMs }) => Option.all({ payoutsE6, resolvedMs: resolvedAtMs }),
      );
      missing.delete(conditionId);
      if (Option.isNone(resolution)) return;
      const found = { conditionId, ...resolution.value };
      known.set(conditionId, found);
      yield* store.noteResolutions([found]);
    }).pipe(Effect.catchTag("ProviderFailed", () => Effect.void)), {
    concurrency: AT_ONCE,
    discard: true,
  });
  if (missing.size > 0) yield* Effect.raceFirst(asking, yield* ActivePatience);
  const resolved = new Map<string, Resolved>();
  for (const token of due) {
    const { conditionId, tokenId } = token;
    const kept = known.get(conditionId);
    if (kept === undefined) continue;
    const index = yield* outcomeIndex(token, windowOf(token) !== undefined);
    const payoutE6 = kept.payoutsE6[Option.getOrElse(index, () => -1)];
    if (payoutE6 === undefined) missing.add(conditionId);
    else resolved.set(tokenId, { payoutE6, atMs: kept.resolvedMs });
  }
  if (missing.size > 0) return yield* new ResolutionsPending({ count: missing.size });
  return resolved;
});

const [UP, DOWN] = [foldName("Up"), foldName("Down")];

/** Payouts are in the order of the outcomes, which is Up and Down for windows. */
const outcomeIndex = Effect.fnUntraced(function* (
  { slug, outcome, tokenId }: TokenFacts,
  isOfWindow: boolean,
): Effect.fn.Return<Option.Option<number>, never, EventCatalog> {
  const name = foldName(outcome);
  if (isOfWindow && (name === UP || name === DOWN)) {
    return Option.some(name === UP ? 0 : 1);
  }
  const listed = yield* Effect.option((yield* EventCatalog).market(slug, "lasting"));
  return Option.flatMap(listed, ({ value: { market } }) => {
    const index = market.outcomes.findIndex((one) => Option.contains(one.tokenId, tokenId));
    return index < 0 ? Option.none() : Option.some(index);
  });
});
