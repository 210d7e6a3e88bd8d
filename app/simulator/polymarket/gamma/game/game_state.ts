/**
 * The venue's fields for a game's state.
 *
 * Source: periods seen on the real venue (`NS`, `VFT`) and in its documentation (`1H`, `Q4`, `HT`,
 * `End Q1`); those of hockey and baseball follow their pattern.
 *
 * @module
 */
import { LEAGUE_FACTS, type Sport } from "../../../../../core/game/mod.ts";
import { toIsoSeconds, twoDigits } from "../../../../../core/time/mod.ts";
import { type Moment } from "../../../season/season.ts";
import { type WireObject } from "../wire_text.ts";
import { type GameListing, inTitleOrder, shownMoment } from "./game_listing.ts";

/** Returns `live`, `ended`, `score` and related fields. There is no score before the game. */
export function gameState(listing: GameListing, endedSec: number | undefined): WireObject {
  const { league } = listing.offer.game;
  const moment = shownMoment(listing);
  const [first, second] = inTitleOrder(listing);
  const live = isLive(moment);
  const isOver = moment.phase === "final";
  return {
    live,
    ended: isOver,
    period: periodOf(moment, LEAGUE_FACTS[league].sport),
    ...(live || isOver ? { score: `${first.score}-${second.score}` } : {}),
    ...(live ? { elapsed: clockText(moment.clockSec) } : {}),
    ...(isOver && endedSec !== undefined ? { finishedTimestamp: toIsoSeconds(endedSec) } : {}),
  };
}

/** Returns whether a game is in progress, breaks included. */
export function isLive({ phase }: Moment): boolean {
  return phase === "playing" || phase === "break";
}

function periodOf(moment: Moment, sport: Sport): string {
  const { phase, period, isTop } = moment;
  if (phase === "final") return "VFT";
  if (!isLive(moment)) return "NS";
  const [name, regular] = nameOf(period, { sport, isTop });
  if (phase === "playing") return name;
  return period * 2 === regular || sport === "soccer" ? "HT" : `End ${name}`;
}

/** The name of a period, and the number of regular ones. */
function nameOf(
  period: number,
  { sport, isTop }: { readonly sport: Sport; readonly isTop: boolean },
): readonly [string, number] {
  switch (sport) {
    case "soccer":
      return [period > 2 ? "ET" : `${period}H`, 2];
    case "hockey":
      return [period > 3 ? "OT" : `P${period}`, 3];
    case "baseball":
      return [`${isTop ? "Top" : "Bot"} ${period}`, 9];
    default:
      return [period > 4 ? "OT" : `Q${period}`, 4];
  }
}

function clockText(sec: number): string {
  return `${Math.floor(sec / 60)}:${twoDigits(Math.floor(sec) % 60)}`;
}
