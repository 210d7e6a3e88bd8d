/**
 * Applies changes to the read model.
 *
 * @module
 */
import { HashMap, Option } from "effect";
import { UnixSec } from "../../time/mod.ts";
import { evidenceAt, NO_EVIDENCE } from "../coverage.ts";
import { type DurationCounts, durationOf, measuredMin, noDurations } from "../duration.ts";
import { type GameRecord } from "../game_record.ts";
import { type LeagueCode, LEAGUES } from "../league.ts";
import { type Scan } from "../scan.ts";
import { type Reaches } from "../schedule_reach.ts";
import { type GameListing } from "./game_listing.ts";
import { NO_ROWS, patchRows } from "./game_rows.ts";
import { listedTeams } from "./listed_teams.ts";
import { type ListingSettings } from "./listing_settings.ts";

/** What was read from the store since the last refresh. */
export interface ListingChanges {
  /** The store's last write. Everything here is at least as recent. */
  readonly head: { readonly revision: number; readonly atSec: UnixSec };
  readonly nowSec: UnixSec;
  /** Games written since, in any order. */
  readonly records: ReadonlyArray<GameRecord>;
  /** The reaches of all leagues. */
  readonly reaches: Reaches;
  /** Every scan that had not expired at the last write, including known ones. */
  readonly scans: ReadonlyArray<Scan>;
}

/** Returns a listing without games. */
export function emptyListing(settings: ListingSettings): GameListing {
  return {
    revision: 0,
    asOfSec: UnixSec(0),
    settings,
    rows: NO_ROWS,
    byId: HashMap.empty(),
    reaches: new Map(),
    evidence: NO_EVIDENCE,
    durations: new Map(LEAGUES.map((league) => [league, durationOf(league, noDurations())])),
    durationCounts: new Map(),
    teams: new Map(),
    shownTeams: new Map(),
  };
}

/** Returns the listing after the changes; the same object if its content did not change. */
export function patchListing(listing: GameListing, changes: ListingChanges): GameListing {
  const { head, nowSec, records, reaches, scans } = changes;
  // The clock of the process that wrote may be ahead of ours.
  const evidence = evidenceAt(scans, UnixSec(Math.max(nowSec, head.atSec)));
  const asOfSec = UnixSec(Math.max(head.atSec, evidence.changedSec));
  const isSame = head.revision === listing.revision && asOfSec === listing.asOfSec;
  if (isSame && records.length === 0) return listing;
  const patched = { ...listing, revision: head.revision, asOfSec, reaches, evidence };
  return records.length === 0 ? patched : withGames(patched, records);
}

function withGames(listing: GameListing, records: ReadonlyArray<GameRecord>): GameListing {
  const current = new Map(records.map((record) => [record.game.id, record]));
  const added = [...current.values()];
  const removed = added.flatMap(({ game: { id } }) =>
    Option.toArray(HashMap.get(listing.byId, id))
  );
  const rows = patchRows(listing.rows, { removed, added });
  const byId = HashMap.mutate(listing.byId, (byId) => {
    for (const [id, record] of current) HashMap.set(byId, id, record);
  });
  const counts = recount(listing.durationCounts, { removed, added });
  const durations = new Map(listing.durations);
  for (const [league, ofLeague] of counts) {
    if (ofLeague === listing.durationCounts.get(league)) continue;
    durations.set(league, keepIfEqual(durations.get(league), durationOf(league, ofLeague)));
  }
  const patched = { ...listing, rows, byId, durations, durationCounts: counts };
  if (areTeamsKept(removed, current)) return patched;
  const teams = listedTeams(rows, { isClearedOnly: false });
  const isClearedOnly = listing.settings.redistributionFilter === "yes_only";
  const shownTeams = isClearedOnly ? listedTeams(rows, { isClearedOnly }) : teams;
  return { ...patched, teams, shownTeams };
}

/** Keeps the same object for an equal value, because callers cache by identity. */
function keepIfEqual<Value extends object>(known: Value | undefined, found: Value): Value {
  return known !== undefined && JSON.stringify(known) === JSON.stringify(found) ? known : found;
}

/** Updates the counts. Unchanged counts keep the same arrays. */
function recount(
  counts: ReadonlyMap<LeagueCode, DurationCounts>,
  { removed, added }: {
    readonly removed: Iterable<GameRecord>;
    readonly added: Iterable<GameRecord>;
  },
): ReadonlyMap<LeagueCode, DurationCounts> {
  const recounted = new Map<LeagueCode, DurationCounts>();
  const count = ({ game }: GameRecord, by: number) => {
    const minutes = measuredMin(game);
    if (minutes === undefined) return;
    const ofLeague = recounted.get(game.league) ??
      (counts.get(game.league) ?? noDurations()).slice();
    ofLeague[minutes] = (ofLeague[minutes] ?? 0) + by;
    recounted.set(game.league, ofLeague);
  };
  for (const record of removed) count(record, -1);
  for (const record of added) count(record, 1);
  return new Map([...counts, ...recounted]);
}

/** Whether the list of teams is unchanged, as after a new score, the most frequent change. */
function areTeamsKept(
  removed: ReadonlyArray<GameRecord>,
  current: ReadonlyMap<string, GameRecord>,
): boolean {
  return removed.length === current.size && removed.every(({ game: before }) => {
    const after = current.get(before.id)?.game;
    return after !== undefined && after.home === before.home && after.away === before.away &&
      after.league === before.league && after.kickoffSec === before.kickoffSec &&
      after.redistributable === before.redistributable;
  });
}
