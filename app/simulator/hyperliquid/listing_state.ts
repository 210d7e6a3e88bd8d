/**
 * Listings and settlements: the world's, and the replacements for them.
 *
 * @module
 */
import { Result } from "effect";
import { type Read } from "../kit/control_body.ts";
import { fieldsOf } from "../kit/json.ts";
import { type World } from "../world/world.ts";
import { type AnyListing, outcomesOf, type ServedListing } from "./listed_outcome.ts";
import { type OutcomeListing } from "./outcome_row.ts";
import { type RecurringMarkets } from "./recurring.ts";
import { type Settlement, settlementOf } from "./settlement.ts";

/** Listings and settlements at an instant, in unix milliseconds. */
export interface ListingState {
  /** Returns the answer of `outcomeMeta`; the same object until the listing changes. */
  served(nowMs: number): ServedListing;
  /** Returns null for an outcome that is not settled, or not known. */
  settled(outcome: number, nowMs: number): Settlement | null;
  /** Replaces the listing from now on, and drops earlier settlements. */
  put(listing: AnyListing): void;
  /** Settles an outcome that is, or was, listed. */
  settle(outcome: number, settlement: Settlement, nowMs: number): Read<void>;
}

/** Starts with the world's listing. */
export function makeListingState(
  { world, recurring, listWorld }: {
    readonly world: World;
    readonly recurring: RecurringMarkets;
    readonly listWorld: (nowMs: number) => OutcomeListing;
  },
): ListingState {
  let replacement: AnyListing | undefined;
  /** Every outcome of a replacement. */
  const replaced = new Set<number>();
  const settled = new Map<number, Settlement>();
  /** Outcomes settled since the listing was replaced. */
  let gone: ReadonlySet<number> = new Set();
  let last: { readonly base: AnyListing; readonly gone: object; readonly served: ServedListing };

  const served = (nowMs: number): ServedListing => {
    const base = replacement ?? listWorld(nowMs);
    if (last?.base === base && last.gone === gone) return last.served;
    const listing = gone.size === 0 ? base : without(base, gone);
    last = { base, gone, served: { listing, isReplaced: replacement !== undefined } };
    return last.served;
  };
  const wasListed = (outcome: number, nowMs: number): boolean =>
    outcomesOf(served(nowMs).listing).has(outcome) || settled.has(outcome) ||
    replaced.has(outcome) || recurring.find(outcome, nowMs) !== undefined ||
    outcomesOf(listWorld(nowMs)).has(outcome);
  return {
    served,
    settled(outcome, nowMs) {
      const known = settled.get(outcome);
      if (known !== undefined) return known;
      if (outcomesOf(served(nowMs).listing).has(outcome)) return null;
      const past = recurring.find(outcome, nowMs);
      return past !== undefined && past.expired.settledMs <= nowMs
        ? settlementOf(world, past)
        : null;
    },
    put(listing) {
      replacement = listing;
      gone = new Set();
      for (const outcome of outcomesOf(listing).keys()) replaced.add(outcome);
    },
    settle(outcome, settlement, nowMs) {
      if (!wasListed(outcome, nowMs)) return Result.fail(`No outcome ${outcome} was ever listed`);
      settled.set(outcome, settlement);
      gone = gone.union(new Set([outcome]));
      return Result.void;
    },
  };
}

/** A question stays listed after one of its outcomes settles, and names the settled ones. */
function without({ outcomes, questions }: AnyListing, gone: ReadonlySet<number>): AnyListing {
  return {
    outcomes: outcomes.filter((row) => !gone.has(numberOf(fieldsOf(row).get("outcome")))),
    questions: questions.map((row) => {
      const fields = fieldsOf(row);
      const [named, known] = [fields.get("namedOutcomes"), fields.get("settledNamedOutcomes")];
      if (!Array.isArray(named) || !Array.isArray(known)) return row;
      const more = named.filter((id) => gone.has(id) && !known.includes(id));
      const settledNamedOutcomes = [...known, ...more];
      return more.length === 0 ? row : { ...Object.fromEntries(fields), settledNamedOutcomes };
    }),
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : NaN;
}
