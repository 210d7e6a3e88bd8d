/**
 * A game's state in the provider's format: status names, clock, period and detail.
 *
 * @module
 */
import { type Sport } from "../../../core/game/mod.ts";
import { type SeasonGame } from "../season/season.ts";
import { longStart, shortStart } from "./eastern_text.ts";
import { ordinal } from "./ordinal.ts";
import { soccerStatus } from "./soccer_clock.ts";
import { type StatusObject, statusObject } from "./status_object.ts";

/** The differences between sports that are played by a clock or in innings. */
interface SportRules {
  /** Number of regular periods; higher ones are overtime. */
  readonly periods: number;
  readonly periodName: string;
  /** The period after which half-time follows, if any. */
  readonly halfTimeAfter: number | null;
  /** The clock shown before the game: American football shows 15:00 of its first period. */
  readonly before: { readonly clock: number; readonly display: string; readonly period: number };
  /** Whether tenths are shown below a minute, as in basketball. */
  readonly showsTenths: boolean;
}

const RULES: Readonly<Record<Exclude<Sport, "soccer" | "baseball">, SportRules>> = {
  football: {
    periods: 4,
    periodName: "Quarter",
    halfTimeAfter: 2,
    before: { clock: 900, display: "15:00", period: 1 },
    showsTenths: false,
  },
  basketball: {
    periods: 4,
    periodName: "Quarter",
    halfTimeAfter: 2,
    before: { clock: 0, display: "0.0", period: 0 },
    showsTenths: true,
  },
  hockey: {
    periods: 3,
    periodName: "Period",
    halfTimeAfter: null,
    before: { clock: 0, display: "0:00", period: 0 },
    showsTenths: false,
  },
  mma: {
    periods: 3,
    periodName: "Round",
    halfTimeAfter: null,
    before: { clock: 0, display: "0:00", period: 0 },
    showsTenths: false,
  },
  tennis: {
    periods: 3,
    periodName: "Set",
    halfTimeAfter: null,
    before: { clock: 0, display: "0:00", period: 0 },
    showsTenths: false,
  },
};

/** Men's college basketball has two halves. */
const COLLEGE_BASKETBALL: SportRules = {
  ...RULES.basketball,
  periods: 2,
  periodName: "Half",
  halfTimeAfter: 1,
};

const BASEBALL_INNINGS = 9;

/** Returns the status of a game of this sport. */
export function gameStatusObject(game: SeasonGame, sport: Sport): StatusObject {
  if (sport === "soccer") return soccerStatus(game);
  if (sport === "baseball") return baseballStatus(game);
  return clockStatus(game, game.league === "ncaab" ? COLLEGE_BASKETBALL : RULES[sport]);
}

function clockStatus(game: SeasonGame, rules: SportRules): StatusObject {
  const { phase, period, clockSec } = game.moment;
  const shown = { clock: clockSec, display: clockText(clockSec, rules), period };
  const named = { name: periodText(period, rules), short: shortPeriod(period, rules) };
  switch (phase) {
    case "before":
      return scheduled(game, rules.before);
    case "postponed":
    case "cancelled":
      return calledOff(phase, rules.before);
    case "playing":
      return statusObject("IN_PROGRESS", shown, {
        detail: `${shown.display} - ${named.name}`,
        shortDetail: `${shown.display} - ${named.short}`,
      });
    case "break": {
      const over = { clock: 0, display: clockText(0, rules), period };
      return period === rules.halfTimeAfter
        ? statusObject("HALFTIME", over, { detail: "Halftime" })
        : statusObject("END_PERIOD", over, {
          detail: `End of ${named.name}`,
          shortDetail: `End of ${named.short}`,
        });
    }
    case "final": {
      const extra = period - rules.periods;
      const detail = extra <= 0 ? "Final" : `Final/${overtimeText(extra)}`;
      return statusObject("FINAL", { clock: 0, display: clockText(0, rules), period }, { detail });
    }
  }
}

/** Baseball has no clock: it shows `0:00`, and the first inning even before the game. */
function baseballStatus(game: SeasonGame): StatusObject {
  const { phase, period, isTop } = game.moment;
  const before = { clock: 0, display: "0:00", period: 1 };
  const shown = { ...before, period };
  switch (phase) {
    case "before":
      return scheduled(game, before);
    case "postponed":
    case "cancelled":
      return calledOff(phase, before);
    case "playing":
    case "break": {
      const [long, short] = phase === "playing"
        ? isTop ? ["Top", "Top"] : ["Bottom", "Bot"]
        : isTop
        ? ["Middle", "Mid"]
        : ["End", "End"];
      return statusObject("IN_PROGRESS", shown, {
        detail: `${long} ${ordinal(period)}`,
        shortDetail: `${short} ${ordinal(period)}`,
      });
    }
    case "final":
      return statusObject("FINAL", shown, {
        detail: period === BASEBALL_INNINGS ? "Final" : `Final/${period}`,
      });
  }
}

function scheduled(
  { kickoffSec, isKickoffConfirmed }: SeasonGame,
  before: SportRules["before"],
): StatusObject {
  return statusObject("SCHEDULED", before, {
    detail: longStart(kickoffSec, isKickoffConfirmed),
    shortDetail: shortStart(kickoffSec, isKickoffConfirmed),
  });
}

function calledOff(
  phase: "postponed" | "cancelled",
  before: SportRules["before"],
): StatusObject {
  return phase === "postponed"
    ? statusObject("POSTPONED", before, { detail: "Postponed" })
    : statusObject("CANCELED", before, { detail: "Canceled" });
}

function clockText(clockSec: number, { showsTenths }: SportRules): string {
  if (showsTenths && clockSec < 60) return `${clockSec}.0`;
  return `${Math.floor(clockSec / 60)}:${String(clockSec % 60).padStart(2, "0")}`;
}

function periodText(period: number, { periods, periodName }: SportRules): string {
  return period <= periods ? `${ordinal(period)} ${periodName}` : overtimeText(period - periods);
}

function shortPeriod(period: number, { periods }: SportRules): string {
  return period <= periods ? ordinal(period) : overtimeText(period - periods);
}

/** Returns `OT`, `2OT`. */
function overtimeText(count: number): string {
  return count === 1 ? "OT" : `${count}OT`;
}
