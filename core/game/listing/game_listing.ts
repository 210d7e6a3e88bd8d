/**
 * The read model of games as of one instant.
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

/** An immutable snapshot of every game with its coverage evidence, durations and teams. */
export interface GameListing {
  /** The revision of the last write that was read. */
  readonly revision: number;
  /**
   * When its content last changed: by that write, or because a scan expired. Equal in every process
   * that has read the same store.
   */
  readonly asOfSec: UnixSec;
  readonly settings: ListingSettings;
  readonly rows: GameRows;
  /** The same games by id. */
  readonly byId: HashMap.HashMap<string, GameRecord>;
  /** The time ranges for which the schedule was read. */
  readonly reaches: Reaches;
  readonly evidence: ScanEvidence;
  readonly durations: ReadonlyMap<LeagueCode, LeagueDuration>;
  readonly durationCounts: ReadonlyMap<LeagueCode, DurationCounts>;
  /** The teams of each league, by id, including those of withheld games. */
  readonly teams: ListedTeams;
  /** As `teams`, for shown games only. */
  readonly shownTeams: ListedTeams;
}
