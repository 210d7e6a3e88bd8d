/**
 * How the markets of tokens were resolved.
 *
 * @module
 */
import { Clock, Effect, Option, Schema } from "effect";
import type { Resolved } from "../../ledger/mod.ts";
import { windowOfSlug } from "../../market/mod.ts";
import { EventCatalog } from "../../port/event_catalog.ts";
import { type KeptResolution, LedgerStore } from "../../port/ledger_store.ts";
import type { ConditionId } from "../../venue/mod.ts";
import { UnixSec } from "../../time/mod.ts";
import { CallerPatience } from "../time/caller_patience.ts";
import { Venue } from "../venue/venue.ts";
import { windowOutcomeIndex } from "./own_tokens.ts";
import { ResolutionReadings } from "./resolution_readings.ts";
import type { TokenFacts } from "./token_facts.ts";

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
/** Of markets that no number is of: anyone may send a wallet the dust of as many as he likes. */
const OTHERS_MAX = 16;

/**
 * Returns how the markets of these tokens were resolved; those that are open are left out. What is
 * found is kept, so that a caller who comes again has it sooner. Fails where it cannot be found of
 * those that are `needed`; of `others` only a few are asked for, and nothing waits for the rest.
 */
export const resolvedTokens = Effect.fn("resolvedTokens")(function* (
  { walletId, needed, others }:
    & { readonly walletId: string }
    & Readonly<Record<"needed" | "others", ReadonlyArray<TokenFacts>>>,
) {
  const nowMs = yield* Clock.currentTimeMillis;
  const venue = yield* Venue;
  const store = yield* LedgerStore;
  const windowOf = ({ slug }: TokenFacts) =>
    slug === null
      ? undefined
      : windowOfSlug(venue.profile, slug, UnixSec(Math.floor(nowMs / 1000)))?.window;
  const due = [...needed, ...others].filter((token) =>
    (windowOf(token)?.endSec ?? 0) * 1000 <= nowMs
  );
  const conditionIds = [...new Set(due.map(({ conditionId }) => conditionId))];
  const keptOf = (ids: ReadonlyArray<ConditionId>) => store.resolutionsOf(ids);
  const known = new Map<ConditionId, KeptResolution>(
    (yield* keptOf(conditionIds)).map((one) => [one.conditionId, one]),
  );
  const isNeeded = new Set(needed.map(({ conditionId }) => conditionId));
  const unasked = conditionIds.filter((id) => !known.has(id));
  const more = unasked.filter((id) => !isNeeded.has(id)).slice(0, OTHERS_MAX);
  const asked = [...unasked.filter((id) => isNeeded.has(id)), ...more];
  const open = yield* (yield* ResolutionReadings).read(walletId, asked);
  for (const one of yield* keptOf(asked)) known.set(one.conditionId, one);
  const missing = new Set(
    asked.filter((id) => isNeeded.has(id) && !known.has(id) && !open.has(id)),
  );
  const resolved = new Map<string, Resolved>();
  const unknown = new Set<TokenFacts>();
  const take = (token: TokenFacts, index: Option.Option<number>) => {
    const kept = known.get(token.conditionId);
    const payoutE6 = kept?.payoutsE6[Option.getOrElse(index, () => -1)];
    if (kept === undefined) return;
    if (payoutE6 === undefined) unknown.add(token);
    else {
      unknown.delete(token);
      resolved.set(token.tokenId, { payoutE6, atMs: kept.resolvedMs });
    }
  };
  for (const token of due) take(token, statedIndex(token, windowOf(token) !== undefined));
  const looking = Effect.forEach(
    [...unknown],
    (token) => Effect.map(listedIndex(token), (index) => take(token, index)),
    { concurrency: AT_ONCE, discard: true },
  );
  if (unknown.size > 0) yield* Effect.raceFirst(looking, yield* CallerPatience);
  for (const { conditionId } of unknown) if (isNeeded.has(conditionId)) missing.add(conditionId);
  if (missing.size > 0) return yield* new ResolutionsPending({ count: missing.size });
  return resolved;
});

/** Payouts are in the order of the outcomes, which is Up and Down for windows. */
function statedIndex(
  { outcome, outcomeIndex }: TokenFacts,
  isOfWindow: boolean,
): Option.Option<number> {
  const ofWindow = isOfWindow ? windowOutcomeIndex(outcome ?? "") : Option.none();
  return Option.orElse(ofWindow, () => Option.fromNullOr(outcomeIndex));
}

/** By the venue's catalog, which may have forgotten the market. */
const listedIndex = Effect.fnUntraced(function* (
  { slug, tokenId }: TokenFacts,
): Effect.fn.Return<Option.Option<number>, never, EventCatalog> {
  if (slug === null) return Option.none();
  const listed = yield* Effect.option((yield* EventCatalog).market(slug, "lasting"));
  return Option.flatMap(listed, ({ value: { market } }) => {
    const index = market.outcomes.findIndex((one) => Option.contains(one.tokenId, tokenId));
    return index < 0 ? Option.none() : Option.some(index);
  });
});
