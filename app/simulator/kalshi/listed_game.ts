/**
 * A game on Kalshi: its sides in order, its tickers, and its trading status.
 *
 * @module
 */
import { LEAGUE_FACTS, type Sport } from "../../../core/game/mod.ts";
import { type UnixSec } from "../../../core/time/mod.ts";
import { type Offer, type Season, type SeasonTeam } from "../season/season.ts";
import { easternStamp } from "./eastern_stamp.ts";
import { formOf, type LeagueForm, seriesSuffix } from "./league_form.ts";
import { uuidOf } from "./uuid.ts";

/** A side: Kalshi's label, its ticker code and its id. */
export interface ListedSide {
  readonly name: string;
  readonly code: string;
  readonly id: string;
  readonly team: SeasonTeam;
}

/** The trading status of an event. Unopened events are not simulated. */
export type EventStatus = "open" | "closed" | "settled";

/** A game with the fields that its events share. */
export interface ListedGame {
  readonly offer: Offer;
  readonly form: LeagueForm;
  readonly sport: Sport;
  readonly home: ListedSide;
  readonly away: ListedSide;
  /** In the order of tickers and titles. */
  readonly sides: readonly [ListedSide, ListedSide];
  /** The common suffix of its tickers. */
  readonly tail: string;
  /** One event per kind, in order: the first one is about the winner. */
  readonly tickers: ReadonlyArray<string>;
  readonly status: EventStatus;
  readonly closeSec: number;
}

const HOUR_SEC = 3_600;
/** Seconds from the kickoff to the expected end: the same in every league, as observed in three. */
export const EXPECTED_SEC = 3 * HOUR_SEC;
const CLOSE_SEC = 48 * HOUR_SEC;
/** Seconds from the kickoff to the settlement of a closed event. */
const SETTLED_SEC = 4 * HOUR_SEC;
/** From this year on, baseball tickers contain the time. */
const TIMED_BASEBALL_YEAR = 2026;

/** Makes a game from an offer; undefined if Kalshi has no series of its league. */
export function toListedGame(
  offer: Offer,
  { season, nowSec }: { readonly season: Season; readonly nowSec: UnixSec },
): ListedGame | undefined {
  const form = formOf(offer.game.league);
  if (form === undefined) return undefined;
  const { sport } = LEAGUE_FACTS[offer.game.league];
  const { home, away } = sidesOf(offer);
  const sides = sport === "soccer" ? [home, away] as const : [away, home] as const;
  // A ticker is fixed when the event is listed, even if its game moves.
  const first = season.game(offer.game.number, offer.listedSec)?.kickoffSec ?? offer.kickoffSec;
  const tail = stampOf(offer, first) + sides.map(({ code }) => code).join("") +
    gameNumberOf(offer, first);
  return {
    offer,
    form,
    sport,
    home,
    away,
    sides,
    tail,
    tickers: offer.kinds.map((kind) => `${form.stem}${seriesSuffix(kind, sport)}-${tail}`),
    ...statusOf(offer, nowSec),
  };
}

function sidesOf({ game, isSwapped, ...names }: Offer) {
  const side = (team: SeasonTeam, name: string, code: string): ListedSide => ({
    name,
    code,
    team,
    id: uuidOf(`team ${team.league} ${team.id} ${name}`),
  });
  const home = side(game.home, names.homeName, names.homeCode);
  const away = side(game.away, names.awayName, names.awayCode);
  return isSwapped ? { home: away, away: home } : { home, away };
}

/** Returns `26APR30`, or `26APR301235` in baseball, in New York time. */
function stampOf({ lacksKickoff, game }: Offer, sec: UnixSec): string {
  const { year, day, time } = easternStamp(sec);
  const isTimed = game.league === "mlb" && !lacksKickoff && year >= TIMED_BASEBALL_YEAR;
  return isTimed ? day + time : day;
}

/** Without a time in the ticker, the second game of a day needs a distinct name. */
function gameNumberOf({ game, lacksKickoff }: Offer, sec: UnixSec): string {
  const isTimed = !lacksKickoff && new Date(sec * 1000).getUTCFullYear() >= TIMED_BASEBALL_YEAR;
  return game.league === "mlb" && !isTimed && game.gameNumber !== null ? `G${game.gameNumber}` : "";
}

function statusOf(
  { isClosed, kickoffSec }: Offer,
  nowSec: UnixSec,
): Pick<ListedGame, "status" | "closeSec"> {
  if (!isClosed) return { status: "open", closeSec: kickoffSec + CLOSE_SEC };
  // A game that is called off closes before its kickoff.
  const closeSec = Math.min(kickoffSec + EXPECTED_SEC, nowSec - nowSec % HOUR_SEC);
  return { status: nowSec < closeSec + SETTLED_SEC ? "closed" : "settled", closeSec };
}
