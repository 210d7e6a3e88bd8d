/**
 * What the venue's index knows of wallets, over its data service.
 *
 * Source: the service's documentation, and what its users have seen: its edge keeps an answer for
 * some seconds, so that one may be as much older than the index.
 *
 * @module
 */
import { Effect, type Result } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type IndexedHolding, WalletIndex } from "../../../core/port/wallet_index.ts";
import { limitedFor, wanting, withinDeadline } from "../../outbound/mod.ts";
import type { DataClient } from "./client.ts";
import { unreadable, VENUE_DATA } from "./http_failure.ts";
import { readActivity, readHolding } from "./index_row.ts";
import { makeIndexWalk } from "./index_walk.ts";

/** The least amounts and the oldest markets too: by default the service leaves them out. */
const EVERYTHING = { filter_type: "TOKENS", filter_amount: "0", include_archived: "true" };
/**
 * The statuses that have each holding once, in the order in which holdings pass through them: one
 * that moves on while this is read is in both, and the later one counts. The first has those that
 * can be redeemed, too.
 */
const STATUSES = ["OPEN", "REDEEMABLE_LOST", "CLOSED"] as const;
/** For so long the edge keeps an answer. */
const EDGE_MS = { positions: 5_000, activity: 15_000 } as const;
/** Readings at once; each has one call on its way. */
const READINGS_MAX = 10;
/** The time limit of a whole reading, in machine time. */
const READING_TIMEOUT_MS = 60_000;
/** Before it the venue was not; 0 may be read as if nothing was said. */
const FIRST_SEC = 1;

/** Creates the port over a client, which keeps the pace. */
export function makePolymarketWalletIndex(client: DataClient): WalletIndex["Service"] {
  const walk = makeIndexWalk(client);
  let readingCount = 0;
  /** One of a few readings at once, for as long as one may take. */
  const reading = <A>(
    wanted: string,
    read: Effect.Effect<A, ProviderFailed>,
  ): Effect.Effect<A, ProviderFailed> =>
    Effect.suspend(() => {
      if (readingCount >= READINGS_MAX) {
        const why = `${readingCount} wallets are already being read`;
        return Effect.fail(limitedFor({ provider: VENUE_DATA, waitMs: 1_000, why }));
      }
      readingCount += 1;
      return Effect.ensuring(
        withinDeadline(read, { provider: VENUE_DATA, timeoutMs: READING_TIMEOUT_MS }),
        Effect.sync(() => {
          readingCount -= 1;
        }),
      );
    }).pipe(Effect.mapError((failure) => wanting(failure, wanted)));

  return WalletIndex.of({
    holdings: (address) =>
      reading(
        "the wallet's positions",
        Effect.gen(function* () {
          // Asked before the pages, so that these are never older than it says.
          const indexedMs = yield* walk.indexedMs;
          const holdings = new Map<string, IndexedHolding>();
          for (const status of STATUSES) {
            const rows = yield* walk.positions({ user: address, status, ...EVERYTHING });
            for (const holding of yield* readRows(rows, readHolding)) {
              holdings.set(holding.tokenId, holding);
            }
          }
          return { holdings: [...holdings.values()], asOfMs: indexedMs - EDGE_MS.positions };
        }),
      ),
    activity: (address, { sinceMs }) =>
      reading(
        "the wallet's activity",
        Effect.gen(function* () {
          const indexedMs = yield* walk.indexedMs;
          const startSec = Math.max(FIRST_SEC, Math.floor(sinceMs / 1_000));
          const rows = yield* walk.activity({ user: address, start: String(startSec) });
          const activity = yield* readRows(rows.toReversed(), readActivity);
          return {
            activity: activity.toSorted((one, other) => one.atMs - other.atMs),
            asOfMs: indexedMs - EDGE_MS.activity,
          };
        }),
      ),
  });
}

/** Reads all rows, or fails by the first that cannot be read. */
function readRows<Row, A>(
  rows: ReadonlyArray<Row>,
  read: (row: Row) => Result.Result<A, string>,
): Effect.Effect<ReadonlyArray<A>, ProviderFailed> {
  return Effect.mapError(
    Effect.forEach(rows, (row) => Effect.fromResult(read(row))),
    unreadable,
  );
}
