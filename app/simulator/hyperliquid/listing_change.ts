/**
 * The differences between two listings, in the form of `outcomeMetaUpdates`.
 *
 * @module
 */
import { fieldsOf } from "../kit/json.ts";
import { type AnyListing } from "./listed_outcome.ts";

/** One change. */
export type ListingUpdate =
  | { readonly outcomeSettled: number }
  | { readonly questionSettled: number }
  | { readonly outcomeCreated: unknown }
  | { readonly questionUpdated: unknown };

/**
 * Returns the changes from one listing to the next, removals first. Ignores rows without a number.
 */
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

/** Returns the removed numbers, and the rows that are new or changed. */
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
