/**
 * Everything that Limitless lists of sports, page after page.
 *
 * Pages are cut from a list that goes on changing: a row that is added or taken away while we walk
 * moves others from one page to the next, so that some are met twice and others never. The walk
 * notices it and is made once more.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import type { ProviderFailed } from "../../core/port/mod.ts";
import { type LimitlessClient, PAGE_ROWS } from "./client.ts";

/** What was met on the way, each row once. */
export interface Sweep {
  readonly rows: ReadonlyArray<unknown>;
  /** Whether these are all rows, for certain. */
  readonly isComplete: boolean;
}

/** Far more than it has ever listed. */
const PAGES_MAX = 400;

/**
 * Walks over all pages, and where that was disturbed once more. Fails with what the first walk
 * fails with.
 */
export const sweepSports = Effect.fn("limitless.sweep")(function* (client: LimitlessClient) {
  const first = yield* walk(client);
  if (first.isComplete) return first;
  const second = yield* Effect.catch(walk(client), () => Effect.succeed(EMPTY));
  if (second.isComplete) return second;
  const rows = new Map([...first.rows, ...second.rows].map((row) => [identityOf(row), row]));
  return { rows: [...rows.values()], isComplete: false } satisfies Sweep;
});

const EMPTY: Sweep = { rows: [], isComplete: false };

/**
 * One walk. Its end is a page that is not full; it is complete where every page told the same
 * number of rows, and so many were met, none of them twice.
 */
function walk(client: LimitlessClient): Effect.Effect<Sweep, ProviderFailed> {
  return Effect.gen(function* () {
    const rows = new Map<string, unknown>();
    const totals = new Set<number>();
    let met = 0;
    let isAtEnd = false;
    for (let page = 1; page <= PAGES_MAX && !isAtEnd; page += 1) {
      const { data, totalMarketsCount } = yield* client.sportsPage(page);
      totals.add(totalMarketsCount);
      met += data.length;
      for (const row of data) rows.set(identityOf(row), row);
      // A page may be short of rows that were hidden from it: only an empty one ends what is told
      // to be longer.
      isAtEnd = data.length === 0 || (data.length < PAGE_ROWS && met >= totalMarketsCount);
    }
    const isCounted = totals.size === 1 && totals.has(rows.size) && rows.size === met;
    return { rows: [...rows.values()], isComplete: isAtEnd && isCounted };
  });
}

const hasId = Schema.is(
  Schema.Struct({ id: Schema.Union([Schema.NonEmptyString, Schema.Number]) }),
);
const hasSlug = Schema.is(Schema.Struct({ slug: Schema.NonEmptyString }));

/** By what a row is known again. One without a name is known by all it says. */
function identityOf(row: unknown): string {
  if (hasId(row)) return `id ${row.id}`;
  return hasSlug(row) ? `slug ${row.slug}` : JSON.stringify(row);
}
