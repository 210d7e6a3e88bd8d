/**
 * The state of a soccer match in the provider's format. Its clock counts up.
 *
 * @module
 */
import { type SeasonGame } from "../season/season.ts";
import { longStart, shortStart } from "./eastern_text.ts";
import {
  type ShownClock,
  type StatusName,
  type StatusObject,
  statusObject,
} from "./status_object.ts";

/** The clock time at which each period ends, in seconds; anything later is stoppage time. */
const PERIOD_ENDS_SEC: ReadonlyMap<number, number> = new Map([
  [1, 2_700],
  [2, 5_400],
  [3, 6_300],
  [4, 7_200],
  [5, 7_200],
]);

const BEFORE: ShownClock = { clock: 0, display: "0'", period: 0 };
const PLAYING: ReadonlyMap<number, StatusName> = new Map([
  [1, "FIRST_HALF"],
  [2, "SECOND_HALF"],
  [3, "EXTRA_TIME"],
  [4, "EXTRA_TIME"],
  [5, "SHOOTOUT"],
]);

/** Returns the status of a match. */
export function soccerStatus(game: SeasonGame): StatusObject {
  const { phase, period } = game.moment;
  const shown = shownClock(game);
  switch (phase) {
    case "before":
      return statusObject("SCHEDULED", BEFORE, {
        detail: longStart(game.kickoffSec, game.isKickoffConfirmed),
        shortDetail: shortStart(game.kickoffSec, game.isKickoffConfirmed),
      });
    case "postponed":
      return statusObject("POSTPONED", BEFORE, { detail: "Postponed" });
    case "cancelled":
      return statusObject("CANCELED", BEFORE, { detail: "Canceled" });
    case "playing": {
      const name = PLAYING.get(period) ?? "SECOND_HALF";
      return statusObject(name, shown, { detail: name === "SHOOTOUT" ? "Pens" : shown.display });
    }
    case "break":
      return period === 1
        ? statusObject("HALFTIME", shown, { detail: "HT" })
        : statusObject(period === 3 ? "HALFTIME_ET" : "END_PERIOD", shown, { detail: "Break" });
    case "final":
      if (period <= 2) return statusObject("FULL_TIME", shown, { detail: "FT" });
      return period <= 4
        ? statusObject("FINAL_AET", shown, { detail: "AET" })
        : statusObject("FINAL_PEN", shown, { detail: "FT-Pens" });
  }
}

/** Returns `58'`, or `90'+8'` in stoppage time, during which the seconds stop. */
function shownClock({ moment: { period, clockSec } }: SeasonGame): ShownClock {
  const endSec = PERIOD_ENDS_SEC.get(period) ?? 0;
  const stoppage = Math.ceil((clockSec - endSec) / 60);
  return stoppage <= 0
    ? { clock: clockSec, display: `${Math.floor(clockSec / 60)}'`, period }
    : { clock: endSec, display: `${endSec / 60}'+${stoppage}'`, period };
}
