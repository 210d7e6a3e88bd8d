/**
 * SX Bet's fixtures of a season.
 *
 * @module
 */
import { LEAGUE_FACTS, type Sport } from "../../../core/game/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { openOffers } from "../season/open_offers.ts";
import { type Offer, type OfferKind, type Season } from "../season/season.ts";
import { hexOf, streamOf } from "../world/hash.ts";
import { type Fixture, listKey, type Market } from "./fixture.ts";
import { SPORT_LABELS, type SxLeague, sxLeagueOf } from "./league_labels.ts";

/** Returns all fixtures tradable at an instant. */
export function seasonFixtures(season: Season, nowSec: number): ReadonlyArray<Fixture> {
  return openOffers(season, "sx_bet", UnixSec(nowSec)).map(fixtureOf);
}

/** The most markets of any fixture. */
const MARKETS_MAX = 64;

function fixtureOf(offer: Offer): Fixture {
  const { number } = offer.game;
  const sides = sidesOf(offer);
  const markets = offer.kinds.flatMap((kind) => LINES_OF[kind](sides));
  const common = commonOf(offer, sides);
  return {
    markets: markets.map((
      { one, two, void: outcomeVoidName = "NO_GAME_OR_EVEN", ...line },
      at,
    ) => ({
      key: listKey(number * MARKETS_MAX + at),
      market: {
        status: "ACTIVE",
        marketHash: hashOf(number * MARKETS_MAX + at),
        outcomeOneName: one,
        outcomeTwoName: two,
        outcomeVoidName,
        ...common,
        ...line,
        ...("line" in line ? { isQuarterLineMarket: false } : {}),
      },
    })),
  };
}

interface Sides {
  readonly one: string;
  readonly two: string;
  readonly sport: Sport;
}

function sidesOf({ homeName, awayName, isSwapped, game }: Offer): Sides {
  const { sport } = LEAGUE_FACTS[game.league];
  return isSwapped
    ? { one: awayName, two: homeName, sport }
    : { one: homeName, two: awayName, sport };
}

function commonOf(offer: Offer, { one, two }: Sides) {
  const league: SxLeague = sxLeagueOf(offer.game.league);
  return {
    teamOneName: one,
    teamTwoName: two,
    gameTime: offer.lacksKickoff ? 0 : offer.kickoffSec,
    sportXeventId: `L${18_000_000 + offer.game.number}`,
    liveEnabled: true,
    sportLabel: SPORT_LABELS.get(league.sportId) ?? "",
    sportId: league.sportId,
    leagueId: league.leagueId,
    leagueLabel: league.label,
    group1: league.label,
  };
}

/** A market without its fixture's fields. */
interface Line {
  readonly type: number;
  readonly one: string;
  readonly two: string;
  readonly void?: string;
  readonly line?: number;
  readonly mainLine?: boolean;
}

const NO_CONTEST = "NO_CONTEST";

/** Soccer has a draw: three markets, each against all other results. Elsewhere overtime decides. */
const LINES_OF: Readonly<Record<OfferKind, (sides: Sides) => ReadonlyArray<Line>>> = {
  winner: ({ one, two, sport }) =>
    sport === "soccer"
      ? [one, "Tie", two].map((name) => ({
        type: 1,
        one: name,
        two: `Not ${name}`,
        void: NO_CONTEST,
      }))
      : [{ type: 226, one, two, void: NO_CONTEST }],
  spread: ({ one, two, sport }) =>
    linesAround(SCALE[sport].spread, (line) => ({
      type: sport === "soccer" ? 3 : 342,
      one: `${one} ${signed(-line)}`,
      two: `${two} ${signed(line)}`,
      line: -line,
    })),
  total: ({ sport }) =>
    linesAround(SCALE[sport].total, (line) => ({
      type: sport === "soccer" ? 2 : 28,
      one: `Over ${line}`,
      two: `Under ${line}`,
      line,
    })),
  props: ({ one, two, sport }) => [{ type: SCALE[sport].partWinner, one, two, void: NO_CONTEST }],
};

function linesAround(
  main: number,
  lineAt: (line: number) => Omit<Line, "mainLine">,
): ReadonlyArray<Line> {
  return [main, main - 1, main + 1].map((line) => ({
    ...lineAt(line),
    mainLine: line === main,
  }));
}

const SCALE: Readonly<
  Record<Sport, { readonly spread: number; readonly total: number; readonly partWinner: number }>
> = {
  football: { spread: 3.5, total: 44.5, partWinner: 63 },
  basketball: { spread: 4.5, total: 221.5, partWinner: 63 },
  baseball: { spread: 1.5, total: 8.5, partWinner: 1618 },
  hockey: { spread: 1.5, total: 5.5, partWinner: 202 },
  soccer: { spread: 1.5, total: 2.5, partWinner: 63 },
  mma: { spread: 1.5, total: 2.5, partWinner: 202 },
  tennis: { spread: 3.5, total: 22.5, partWinner: 202 },
};

function signed(line: number): string {
  return line > 0 ? `+${line}` : String(line);
}

/** Returns a market's pseudo-random hash. */
function hashOf(number: number): Market["marketHash"] {
  return `0x${hexOf(streamOf(0, `sx_bet market ${number}`), 8)}`;
}
