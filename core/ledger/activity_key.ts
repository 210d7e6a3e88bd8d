/**
 * Names of the rows that readings of the venue's index list, by which a later reading is known to
 * list the same row, or what has become of it.
 *
 * The index may list a row before it knows all of it, and revise it. Rows of one transaction are
 * revised together: whatever it lists of a transaction later replaces what it listed before.
 *
 * @module
 */
import { Option } from "effect";
import type { Activity } from "./activity_entry.ts";

/** A row with all that the index says of it. */
export interface ListedActivity extends Activity {
  /** The venue's own word. */
  readonly type: string;
  readonly outcomeIndex: Option.Option<number>;
}

/** A row by its names. */
export interface NamedActivity<Row> {
  readonly row: Row;
  /** What it is revised with: its transaction; without one, its second. */
  readonly origin: string;
  /** All of it, and its number among rows of the reading that are alike. */
  readonly key: string;
}

/** Whether rows of this origin have no transaction. */
export const hasNoTx = (origin: string): boolean => origin.startsWith(SECOND);

const SECOND = "at ";

/** Names the rows of a reading, each second of which is whole. */
export function nameActivity<Row extends ListedActivity>(
  activity: ReadonlyArray<Row>,
): ReadonlyArray<NamedActivity<Row>> {
  const counts = new Map<string, number>();
  return activity.map((row) => {
    const text = textOf(row);
    const count = counts.get(text) ?? 0;
    counts.set(text, count + 1);
    return { row, origin: originOf(row), key: `${text} ${count}` };
  });
}

function originOf({ tx, atMs }: ListedActivity): string {
  return Option.match(tx, {
    onNone: () => `${SECOND}${atMs}`,
    onSome: (hash) => hash.toLowerCase(),
  });
}

function textOf({ kind, type, atMs, side, ...row }: ListedActivity): string {
  const { tx, conditionId, tokenId, outcomeIndex, sharesE6, usdcE6 } = row;
  const known = [tx, conditionId, tokenId, outcomeIndex, side, sharesE6, usdcE6].map((field) =>
    Option.getOrNull(Option.map<unknown, string>(field, String))
  );
  return JSON.stringify([kind, type, atMs, ...known]);
}
