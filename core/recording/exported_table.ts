/**
 * The tables that a recording is exported to, and what their columns have.
 *
 * @module
 */

/**
 * What a column has: `text`, a `whole` number, or a decimal that is exact: of six decimals (`e6`)
 * or of eighteen (`e18`). Nothing where it says so.
 */
export type ColumnKind =
  | "text"
  | "whole"
  | "e6"
  | "e18"
  | "text_or_null"
  | "e6_or_null"
  | "e18_or_null";

/**
 * The columns of each table, in order.
 *
 * `at_ms` are unix milliseconds: when the service received it, or told it, by its own clock; of
 * `oracle` the second that the number is of. `start` and `end` are unix seconds, half-open.
 */
export const EXPORTED_TABLES = {
  targets: {
    asset: "text",
    interval: "text",
    start: "whole",
    price: "e18",
    source: "text",
    at_ms: "whole",
  },
  oracle: { asset: "text", at_ms: "whole", value: "e18" },
  quotes: {
    slug: "text",
    outcome: "text",
    at_ms: "whole",
    best_bid: "e6_or_null",
    bid_size: "e6_or_null",
    best_ask: "e6_or_null",
    ask_size: "e6_or_null",
  },
  book: {
    slug: "text",
    outcome: "text",
    at_ms: "whole",
    side: "text",
    price: "e6",
    size: "e6",
  },
  trades: {
    slug: "text",
    outcome: "text",
    at_ms: "whole",
    price: "e6",
    size: "e6",
    side: "text",
  },
  windows: {
    asset: "text",
    interval: "text",
    start: "whole",
    end: "whole",
    slug: "text",
    condition_id: "text_or_null",
    target: "e18_or_null",
    close: "e18_or_null",
    outcome: "text_or_null",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ColumnKind>>>>;

/** The name of a table. */
export type ExportedTable = keyof typeof EXPORTED_TABLES;

/** The names of the tables. */
export const EXPORTED_TABLE_NAMES = Object.keys(EXPORTED_TABLES) as ReadonlyArray<ExportedTable>;

/** What a row has in a column of a kind. Decimals are times 10^6 or 10^18. */
type ValueOf<Kind extends ColumnKind> = Kind extends `${infer Known extends ColumnKind}_or_null`
  ? ValueOf<Known> | null
  : Kind extends "text" ? string
  : Kind extends "whole" ? number
  : bigint;

/** A row of a table. */
export type ExportedRow<Table extends ExportedTable> = {
  readonly [Column in keyof (typeof EXPORTED_TABLES)[Table]]: ValueOf<
    (typeof EXPORTED_TABLES)[Table][Column] & ColumnKind
  >;
};

/** A row of any table, by column. */
export type AnyRow = Readonly<Record<string, string | number | bigint | null>>;

/** Columns have 18 digits, or 38. */
const BOUND = { e6: 10n ** 18n, e18: 10n ** 38n } as const;

/** Whether a decimal fits into its column: a market has no larger number, but text may. */
export function fitsColumn(value: bigint, kind: keyof typeof BOUND): boolean {
  return -BOUND[kind] < value && value < BOUND[kind];
}
