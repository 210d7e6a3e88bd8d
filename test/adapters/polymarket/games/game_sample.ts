/** Events about games as the metadata service writes them. @module */
import { type LeagueCode } from "../../../../core/game/mod.ts";
import { easternDay, toDayText, toIso } from "../../../../core/time/mod.ts";
import type { StagedGame, StagedKind } from "../../../contract/staged_game.ts";
import { conditionId, tokenId, type Written } from "../gamma/gamma_sample.ts";

/** What the venue calls the leagues that are staged. */
const SPORT: ReadonlyMap<LeagueCode, Written & { readonly series: string }> = new Map([
  ["nba", { id: 34, sport: "nba", ordering: "away", series: "10345" }],
  ["epl", { id: 2, sport: "epl", ordering: "home", series: "10188" }],
  ["laliga", { id: 907, sport: "lal", ordering: "home", series: "10193" }],
]);

/** The events of a game: in soccer spreads and totals stand in one of their own. */
export function writtenGame(game: StagedGame): ReadonlyArray<Written> {
  const isSoccer = game.league !== "nba";
  const inMain = isSoccer ? game.kinds.filter((kind) => kind === "winner") : game.kinds;
  const inMore = game.kinds.filter((kind) => !inMain.includes(kind));
  return [
    writtenGameEvent(game, { part: 0, kinds: inMain }),
    ...(inMore.length === 0 ? [] : [writtenGameEvent(game, { part: 1, kinds: inMore })]),
  ];
}

function writtenGameEvent(
  { number, league, home, away, kickoffSec }: StagedGame,
  { part, kinds }: { readonly part: 0 | 1; readonly kinds: ReadonlyArray<StagedKind> },
): Written {
  const sport = SPORT.get(league);
  const sides = [{ ...home, ordering: "home" }, { ...away, ordering: "away" }];
  const inOrder = sport?.["ordering"] === "home" ? sides : sides.toReversed();
  // No two events have one slug, though the same teams may meet twice on a day.
  const codes = inOrder.map(({ code }) => code.toLowerCase() + number);
  // The day is sometimes the UTC one.
  const day = kickoffSec === null
    ? "2026-11-24"
    : number % 2 === 0
    ? toIso(kickoffSec).slice(0, 10)
    : toDayText(easternDay(kickoffSec));
  const slug = [sport?.["sport"], ...codes, day, ...(part === 0 ? [] : ["more-markets"])].join("-");
  const startTime = kickoffSec === null ? null : toIso(kickoffSec).replace(".000Z", "Z");
  return {
    id: String(900_000 + number * 10 + part),
    slug: `${slug}`,
    title: inOrder.map(({ name }) => name).join(" vs. ") + (part === 0 ? "" : " - More Markets"),
    startDate: "2026-08-20T09:00:00Z",
    createdAt: "2026-08-20T09:00:00Z",
    startTime,
    endDate: startTime ?? "2026-11-24T23:59:59Z",
    closed: false,
    active: true,
    score: null,
    // Half of the appendices have no number of the game.
    ...(part === 1 && number % 2 === 0 ? {} : { gameId: 20_000_000 + number }),
    series: [{ id: sport?.series, slug: `${sport?.["sport"]}-2026` }],
    sport,
    teams: inOrder.map(({ name, code, ordering }, at) => ({
      id: number * 10 + at,
      name,
      abbreviation: code.toLowerCase(),
      ordering,
    })),
    markets: kinds.map((kind, at) => writtenGameMarket(kind, number * 100 + part * 10 + at)),
  };
}

function writtenGameMarket(kind: StagedKind, number: number): Written {
  const type = { winner: "moneyline", spread: "spreads", total: "totals" }[kind];
  return {
    id: String(3_000_000 + number),
    slug: `game-market-${number}`,
    sportsMarketType: type,
    conditionId: conditionId(number),
    outcomes: '["Yes", "No"]',
    clobTokenIds: `["${tokenId(2 * number)}", "${tokenId(2 * number + 1)}"]`,
    closed: false,
  };
}
