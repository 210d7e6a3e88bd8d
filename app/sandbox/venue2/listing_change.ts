/**
 * What is new in a listing and what has gone from it, as `outcomeMetaUpdates` tells it.
 *
 * @module
 */
import { type AnyListing, fieldsOf } from "./listed_outcome.ts";

/** One change. */
export type ListingUpdate =
  | { readonly outcomeSettled: number }
  | { readonly questionSettled: number }
  | { readonly outcomeCreated: unknown }
  | { readonly questionUpdated: unknown };

/** The changes between two listings: what ends comes first. Rows without a number are nobody's. */
export function listingChanges(
  before: AnyListing,
  after: AnyListing,
): ReadonlyArray<ListingUpdate> {
  const outcomes = changesOf("outcome", before.outcomes, after.outcomes);
  const questions = changesOf("question", before.questions, after.questions);
  return [
    ...outcomes.gone.map((outcomeSettled) => ({ outcomeSettled })),
    ...questions.gone.map((questionSettled) => ({ questionSettled })),
    ...outcomes.written.map((outcomeCreated) => ({ outcomeCreated })),
    ...questions.written.map((questionUpdated) => ({ questionUpdated })),
  ];
}

type Rows = ReadonlyArray<unknown>;

/** Numbers that are gone, and rows that are new or are not written as they were. */
function changesOf(key: "outcome" | "question", before: Rows, after: Rows) {
  const [old, now] = [before, after].map((rows) =>
    new Map(rows.flatMap((row) => {
      const id = fieldsOf(row).get(key);
      return typeof id === "number" ? [[id, row] as const] : [];
    }))
  );
  return {
    gone: [...old?.keys() ?? []].filter((id) => now?.has(id) !== true),
    written: [...now ?? []]
      .filter(([id, row]) => old?.get(id) !== row && textOf(old?.get(id)) !== textOf(row))
      .map(([, row]) => row),
  };
}

function textOf(row: unknown): string | undefined {
  return JSON.stringify(row);
}
