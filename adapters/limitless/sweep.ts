/**
 * Reads the whole sports listing of Limitless, page after page.
 *
 * Pages are slices of a changing list: a row that is added or removed during the walk moves others
 * between pages, so that some appear twice and others never. The walk detects this and is repeated
 * once.
 *
 * @module
 */
import { Effect, Schema } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import { type LimitlessClient, PAGE_ROWS } from "./client.ts";

/** The rows found, each once. */
export interface Sweep {
  readonly rows: ReadonlyArray<unknown>;
  /** Whether these are certainly all rows. */
  readonly isComplete: boolean;
}

/** Far more pages than it has ever listed. */
const PAGES_MAX = 400;

/**
 * Walks over all pages, and once more if the list changed meanwhile. Fails if the first walk fails.
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
 * One walk, which ends at a page that is not full. It is complete if every page gave the same
 * total, and that many rows were read without duplicates.
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
      // A page may omit hidden rows: if the total is larger, only an empty page is the end.
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

/** The identity of a row; without id or slug, its whole content. */
function identityOf(row: unknown): string {
  if (hasId(row)) return `id ${row.id}`;
  return hasSlug(row) ? `slug ${row.slug}` : JSON.stringify(row);
}
