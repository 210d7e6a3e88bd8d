/**
 * The rows of the venue's list that could not be read, each logged once.
 *
 * @module
 */
import type { RowSkipped } from "./listed_market.ts";

/** Anyone may deploy any number of markets, so logged and remembered rows are limited. */
const SKIPPED_MAX = 10;
const COMPLAINED_MAX = 1_000;

/** Skipped rows; `more` counts those beyond the limit. */
export interface SkippedRows {
  readonly rows: ReadonlyArray<RowSkipped>;
  readonly more: number;
}

/** Collects the skipped rows that may matter. */
export interface SkippedRowLog {
  readonly add: (rows: ReadonlyArray<RowSkipped>) => void;
  /** Returns the rows that were added since the last call for the first time. */
  readonly take: () => SkippedRows;
}

/** Makes an empty log. */
export function makeSkippedRowLog(): SkippedRowLog {
  const complained = new Set<string>();
  let skipped: { readonly rows: Array<RowSkipped>; more: number } = { rows: [], more: 0 };

  const addOne = (row: RowSkipped) => {
    const key = `${row.id} ${row.why}`;
    if (row.isNoise || complained.has(key)) return;
    if (complained.size >= COMPLAINED_MAX) complained.clear();
    complained.add(key);
    if (skipped.rows.length < SKIPPED_MAX) skipped.rows.push(row);
    else skipped.more++;
  };

  return {
    add: (rows) => rows.forEach(addOne),
    take: () => {
      const taken = skipped;
      skipped = { rows: [], more: 0 };
      return taken;
    },
  };
}
