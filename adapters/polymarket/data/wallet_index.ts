/**
 * What the venue's index knows of wallets, over its data service.
 *
 * Source: the service's documentation, and what its users have seen: its edge keeps an answer for
 * some seconds, so that one may be as much older than the index.
 *
 * @module
 */
import { Effect, Option } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { type IndexedHolding, WalletIndex } from "../../../core/port/wallet_index.ts";
import type { ConditionId } from "../../../core/venue/mod.ts";
import { limitedFor, wanting, withinDeadline } from "../../outbound/mod.ts";
import { makeActivitySlices } from "./activity_slices.ts";
import type { DataClient } from "./client.ts";
import { VENUE_DATA } from "./http_failure.ts";
import { readActivity, readHolding, secOfActivity } from "./index_row.ts";
import { makeIndexWalk } from "./index_walk.ts";

/** The least amounts and the oldest markets too: by default the service leaves them out. */
const EVERYTHING = { filter_type: "TOKENS", filter_amount: "0", include_archived: "true" };
/**
 * The statuses that have each holding once, in the order in which holdings pass through them: one
 * that moves on while this is read is in both, and the later one counts. The first has those that
 * can be redeemed, too. Losers that nobody redeems, and what is closed, add up for ever: of these a
 * few pages are read. Of what is closed nothing is held any more.
 */
const STATUSES = [
  { status: "OPEN", pagesMax: 50, isHeld: true },
  { status: "REDEEMABLE_LOST", pagesMax: 20, isHeld: true },
  { status: "CLOSED", pagesMax: 5, isHeld: false },
] as const;
/** For so long the edge keeps an answer. */
const EDGE_MS = { positions: 5_000, activity: 15_000 } as const;
/** Readings at once; each has one call on its way. */
const READINGS_MAX = 10;
/** The time limit of a whole reading, in machine time. */
const READING_TIMEOUT_MS = 60_000;
/** Creates the port over a client, which keeps the pace. */
export function makePolymarketWalletIndex(client: DataClient): WalletIndex["Service"] {
  const walk = makeIndexWalk(client);
  const readSlices = makeActivitySlices(walk, secOfActivity);
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
          const unclear = new Set<ConditionId>();
          const broken: Array<string> = [];
          let isAll = true;
          for (const { status, pagesMax, isHeld } of STATUSES) {
            const query = { user: address, status, ...EVERYTHING };
            const pages = yield* walk.positions(query, pagesMax);
            isAll &&= pages.isAll || !isHeld;
            for (const row of pages.rows.map(readHolding)) {
              if ("read" in row) {
                holdings.set(row.read.tokenId, row.read);
                continue;
              }
              broken.push(row.why);
              if (Option.isSome(row.broken)) unclear.add(row.broken.value);
              else isAll &&= !isHeld;
            }
          }
          yield* tell("positions", broken);
          const asOfMs = indexedMs - EDGE_MS.positions;
          return { holdings: [...holdings.values()], unclear, isAll, asOfMs };
        }),
      ),
    activity: (address, { sinceMs }) =>
      reading(
        "the wallet's activity",
        Effect.gen(function* () {
          const asOfMs = (yield* walk.indexedMs) - EDGE_MS.activity;
          const fromSec = Math.floor(sinceMs / 1_000);
          const untilSec = Math.floor(asOfMs / 1_000);
          const { rows, lastSec, isAll } = yield* readSlices({ user: address, fromSec, untilSec });
          const read = rows.toReversed().map(readActivity);
          yield* tell("activity", read.flatMap((row) => "why" in row ? [row.why] : []));
          return {
            activity: read.map((row) => "read" in row ? row.read : row.broken)
              .toSorted((one, other) => one.atMs - other.atMs),
            asOfMs: isAll ? asOfMs : lastSec * 1_000,
            isAll,
          };
        }),
      ),
  });
}

/** Rows that cannot be read are counted, and hide no others. */
function tell(list: string, [why, ...others]: ReadonlyArray<string>): Effect.Effect<void> {
  if (why === undefined) return Effect.void;
  const count = others.length + 1;
  return Effect.logWarning(`Cannot read ${count} rows of a wallet's ${list}: ${why}`);
}
