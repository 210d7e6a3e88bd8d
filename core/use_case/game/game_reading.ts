/**
 * Reads what the store has of games since the last reading, and what becomes of it.
 *
 * @module
 */
import { Effect, HashMap, Option } from "effect";
import {
  emptyListing,
  type GameListing,
  isSeenAgain,
  isShown,
  type ListingSettings,
  patchListing,
  type Reaches,
  type Scan,
  SCAN_AGE_SEC_MAX,
} from "../../game/mod.ts";
import type { ChangedGame, GamesHead, GameStore } from "../../port/game_store.ts";
import type { StoreFailed } from "../../port/store_failure.ts";
import { UnixSec } from "../../time/mod.ts";
import type { ShareRecord } from "./record_pool.ts";

/** Maximum number of games in one query. */
const GAMES_PER_READ = 5_000;

/** Maximum number of passes of a reading while other writes arrive. */
const READS_MAX = 5;

/** Everything read from the store so far. */
export interface ReadState {
  readonly listing: GameListing;
  /** The sequence number up to which games were read. */
  readonly seq: number;
  readonly reaches: Reaches;
  readonly scans: ReadonlyArray<Scan>;
}

/** The additions of one reading. */
export interface GameReading {
  readonly head: GamesHead;
  /** The last write of each game, in write order. */
  readonly changed: ReadonlyArray<ChangedGame>;
  readonly seq: number;
  readonly reaches: Reaches;
  readonly scans: ReadonlyArray<Scan>;
}

/** The state, unless the store was reset: then it is read from the start. */
export function stillValid(
  state: ReadState | undefined,
  { revision }: GamesHead,
): ReadState | undefined {
  return state === undefined || revision < state.listing.revision ? undefined : state;
}

/** Reads everything after the known state from the store, whose head was just read. */
export function readGames(
  store: GameStore["Service"],
  known: ReadState | undefined,
  { head, share }: { readonly head: GamesHead; readonly share: ShareRecord },
): Effect.Effect<GameReading, StoreFailed> {
  return known !== undefined && head.revision === known.listing.revision
    ? Effect.succeed({ ...known, head, changed: [] })
    : readWrites(store, known?.seq ?? 0, { head, share });
}

/** Returns the state after a reading. */
export function afterReading(
  known: ReadState | undefined,
  { head, changed, seq, reaches, scans }: GameReading,
  { settings, nowSec }: { readonly settings: ListingSettings; readonly nowSec: UnixSec },
): ReadState {
  const records = changed.map(({ record }) => record);
  const listing = patchListing(known?.listing ?? emptyListing(settings), {
    head,
    nowSec,
    records,
    reaches,
    scans,
  });
  return { listing, seq, reaches, scans };
}

/** Returns the state without the scans that have expired, although nothing could be read. */
export function expired(state: ReadState, nowSec: UnixSec): ReadState {
  const { listing, reaches, scans } = state;
  const head = { revision: listing.revision, atSec: listing.asOfSec };
  return {
    ...state,
    listing: patchListing(listing, { head, nowSec, records: [], reaches, scans }),
  };
}

/** Returns the games that a listener receives; none of the first reading. */
export function newsOf(
  known: ReadState | undefined,
  changed: ReadonlyArray<ChangedGame>,
  settings: ListingSettings,
): ReadonlyArray<ChangedGame> {
  if (known === undefined) return [];
  const { byId } = known.listing;
  return shownOf(changed, settings).filter(({ record }) =>
    !Option.exists(HashMap.get(byId, record.game.id), (before) => isSeenAgain(before, record))
  );
}

/** Returns the games that are not withheld. */
export function shownOf(
  changed: ReadonlyArray<ChangedGame>,
  settings: ListingSettings,
): ReadonlyArray<ChangedGame> {
  return changed.filter(({ record }) => isShown(settings, record.game));
}

/** Reads games and scans until no write happens between the first and the last query. */
const readWrites = Effect.fnUntraced(function* (
  store: GameStore["Service"],
  from: number,
  { head: firstHead, share }: { readonly head: GamesHead; readonly share: ShareRecord },
): Effect.fn.Return<GameReading, StoreFailed> {
  const changed = new Map<string, ChangedGame>();
  let [seq, head] = [from, firstHead];
  for (let reads = 1;; reads++) {
    seq = yield* walk(store, seq, { changed, share });
    // Scans that had expired at the last write are already reflected in `changedSec`.
    const scans = yield* store.scansSince(UnixSec(Math.max(0, head.atSec - SCAN_AGE_SEC_MAX)));
    const reaches = yield* store.reaches;
    const headAfter = yield* store.head;
    if (headAfter.revision === head.revision || reads === READS_MAX) {
      return { head, changed: [...changed.values()], seq, reaches, scans };
    }
    head = headAfter;
  }
});

/** Adds all changes after a sequence number; returns the last number. */
const walk = Effect.fnUntraced(function* (
  store: GameStore["Service"],
  from: number,
  { changed, share }: {
    readonly changed: Map<string, ChangedGame>;
    readonly share: ShareRecord;
  },
): Effect.fn.Return<number, StoreFailed> {
  let seq = from;
  while (true) {
    const found = yield* store.changedSince({ afterSeq: seq, limit: GAMES_PER_READ });
    for (const { record, seq } of found) {
      // Deletes first, so that the map's order is that of the last writes.
      changed.delete(record.game.id);
      changed.set(record.game.id, { record: share(record), seq });
    }
    seq = found.at(-1)?.seq ?? seq;
    if (found.length < GAMES_PER_READ) return seq;
  }
});
