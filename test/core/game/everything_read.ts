/** Schedules that were read of all time. @module */
import { LEAGUES, type Reaches } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";

const ALL_TIME = { startSec: UnixSec(0), endSec: UnixSec(253_402_300_800) };

/** Those of every league. */
export const EVERYTHING_READ: Reaches = new Map(LEAGUES.map((league) => [league, [ALL_TIME]]));
