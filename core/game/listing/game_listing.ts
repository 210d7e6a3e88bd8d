/**
 * The read model: every game, and what is said of all of them, as of one instant.
 *
 * @module
 */
import { type HashMap } from "effect";
import { type UnixSec } from "../../time/mod.ts";
import { type ScanEvidence } from "../coverage.ts";
import { type DurationCounts, type LeagueDuration } from "../duration.ts";
import { type GameRecord } from "../game_record.ts";
import { type LeagueCode } from "../league.ts";
import { type Reaches } from "../schedule_reach.ts";
import { type GameRows } from "./game_rows.ts";
import { type ListedTeams } from "./listed_teams.ts";
import { type ListingSettings } from "./listing_settings.ts";

/** A snapshot. Nothing in it ever changes: what is read from one page to the next agrees. */
export interface GameListing {
  /** Which write it has read last. */
  readonly revision: number;
  /**
   * When what it says last changed: by that write, or as a look became too old to prove an absence.
   * The same in every process that has read the same store.
   */
  readonly asOfSec: UnixSec;
  readonly settings: ListingSettings;
  readonly rows: GameRows;
  /** The same games. */
  readonly byId: HashMap.HashMap<string, GameRecord>;
  /** Of what time the schedule was read. */
  readonly reaches: Reaches;
  readonly evidence: ScanEvidence;
  readonly durations: ReadonlyMap<LeagueCode, LeagueDuration>;
  readonly durationCounts: ReadonlyMap<LeagueCode, DurationCounts>;
  /** Of each league, by id; those of withheld games too. */
  readonly teams: ListedTeams;
  /** As `teams`, of games that are shown. */
  readonly shownTeams: ListedTeams;
}
