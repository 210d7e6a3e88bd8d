/** Matching with its indexes and caches answers as one that looks at every game. @module */
import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type Game,
  type GameStatus,
  indexTeams,
  type LeagueCode,
  makeNameTable,
  matchPlatformGames,
  type NameEntry,
  type PlatformKickoff,
  PLATFORMS,
  type PlatformSide,
  type Team,
} from "../../../core/game/mod.ts";
import { easternDay, UnixSec } from "../../../core/time/mod.ts";
import { makeGame, makePlatformGame, makeTeam, sec } from "./made_games.ts";
import { matchPlainly } from "./plain_matching.ts";

const HOUR_SEC = 3_600;
/** The clocks of New York change on the second day. */
const NOW_SEC = sec("2026-10-31T18:00:00Z");
const NAMES = [
  "1. FC Köln",
  "Malmö FF",
  "Łódź",
  "São Paulo",
  "St. Louis",
  "Willem II",
  "Saint Louis FC",
  "Derby County",
];
/** What labels are made of: names of teams, of clubs without a game, and of nobody. */
const LABELS = [
  ...NAMES,
  ...["Koeln", "KOLN", "Malmo", "Lodz", "Sao Paulo", "Saint Louis", "Derby", "City", "Rams"],
  ...["Derby County Women", "Malmö FF U21", "Köln II", "Leeds United", "Nobody", "", " "],
];
const CODES = ["KOE", "koe", "MFF", "DER", "STL", "XYZ"];

const some = <T>(values: ReadonlyArray<T>, maxLength: number) =>
  fc.array(fc.constantFrom(...values), { maxLength });

const mostly = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, rare);

const tableOf = (league: LeagueCode) =>
  fc.array(
    fc.record({
      names: some(LABELS.filter((label) => label.trim() !== ""), 3),
      codes: some(CODES, 2),
      scope: fc.constant({ leagues: [league] }),
    }),
    { maxLength: 3 },
  ).map((entries: NameEntry[]) => makeNameTable(entries));

const teamsIn = (league: LeagueCode) =>
  fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 2, maxLength: 4 }).chain((names) =>
    fc.tuple(
      ...names.map((name) =>
        fc.record({ abbreviation: fc.constantFrom("", ...CODES), otherNames: some(LABELS, 1) })
          .map((rest) => makeTeam(league, name, rest))
      ),
    )
  );

function leagueOf(teams: ReadonlyArray<Team>): LeagueCode {
  return teams[0]?.league ?? "epl";
}

/** Some within minutes of each other, some hours, days or months away. */
const instant = fc.tuple(
  fc.constantFrom(-210, -30, -8, -7, -2, -1, 0, 0, 0, 1, 2, 7, 8, 30, 190, 210),
  fc.constantFrom(0, 0, 3, 4, 10, 18),
  fc.constantFrom(0, 0, 15, 16),
).map(([days, hours, minutes]) => UnixSec(NOW_SEC + (days * 24 + hours) * HOUR_SEC + minutes * 60));

const kickoff: fc.Arbitrary<PlatformKickoff> = fc.oneof(
  { weight: 3, arbitrary: instant.map((sec) => ({ kind: "at" as const, sec })) },
  fc.tuple(instant, fc.constantFrom(null, 1, 2, 3)).map(([sec, gameNumber]) => ({
    kind: "day" as const,
    day: easternDay(sec),
    gameNumber,
  })),
  fc.constant({ kind: "unknown" as const }),
);

const kickoffAbout = ({ kickoffSec }: Game): fc.Arbitrary<PlatformKickoff> =>
  fc.oneof(
    fc.constantFrom(0, 0, -15, 15, 16, -180, 200, 20 * 60)
      .map((min) => ({ kind: "at" as const, sec: UnixSec(kickoffSec + min * 60) })),
    fc.constantFrom(null, 1, 2)
      .map((gameNumber) => ({ kind: "day" as const, day: easternDay(kickoffSec), gameNumber })),
  );

const gamesOf = (teams: ReadonlyArray<Team>) => {
  const team = fc.constantFrom(...teams);
  const game = fc.record({
    sides: fc.tuple(team, team).filter(([home, away]) => home !== away),
    kickoffSec: instant,
    previousKickoffs: fc.array(
      instant.map((kickoffSec) => ({ kickoffSec, changedSec: kickoffSec })),
      { maxLength: 2 },
    ),
    status: fc.constantFrom<GameStatus>("scheduled", "scheduled", "postponed", "cancelled"),
  });
  return fc.array(game, { maxLength: 12 }).map((rows) =>
    rows.map(({ sides: [home, away], ...rest }, id) => ({
      ...makeGame({ id: `${id}`, home, away, kickoff: "2026-10-31T18:00:00Z" }),
      ...rest,
    }))
  );
};

const side: fc.Arbitrary<PlatformSide> = fc.record({
  names: some(LABELS, 2),
  codes: some(CODES, 2),
});

/** Mostly a listing of one of the games, with each of its facts as it is or any other. */
const listingOf = (games: ReadonlyArray<Game>) => {
  const sideOf = (team: Team) =>
    mostly(fc.constant({ names: [team.name], codes: [team.abbreviation] }), side);
  const sidesOf = (home: Team, away: Team) =>
    fc.tuple(sideOf(home), sideOf(away), fc.constantFrom(false, false, true))
      .map(([home, away, isSwapped]) => isSwapped ? [away, home] as const : [home, away] as const);
  return fc.constantFrom(...games, undefined).chain((game) =>
    fc.record({
      sides: game === undefined ? fc.tuple(side, side) : sidesOf(game.home, game.away),
      kickoff: game === undefined ? kickoff : mostly(kickoffAbout(game), kickoff),
      source: fc.constantFrom(...PLATFORMS.slice(0, 3)),
      isOpen: fc.boolean(),
      unseenSec: fc.constantFrom(0, 24 * HOUR_SEC, 25 * HOUR_SEC),
    })
  );
};

const listedOf = (games: ReadonlyArray<Game>, league: LeagueCode) =>
  fc.array(listingOf(games), { maxLength: 12 }).map((all) =>
    all.map(({ sides: [home, away], unseenSec, ...rest }, at) => ({
      game: makePlatformGame({ ...rest, home, away, league, key: `${at}` }),
      lastSeenSec: UnixSec(NOW_SEC - unseenSec),
    }))
  );

const question = fc.constantFrom<LeagueCode>("epl", "mlb", "atp").chain(teamsIn).chain((teams) =>
  gamesOf(teams).chain((games) =>
    fc.record({
      teams: fc.constant(teams),
      games: fc.constant(games),
      listed: listedOf(games, leagueOf(teams)),
      table: tableOf(leagueOf(teams)),
      since: fc.option(instant, { nil: undefined, freq: 3 }),
    })
  )
).map(({ since, ...rest }) => ({
  ...rest,
  league: leagueOf(rest.teams),
  nowSec: NOW_SEC,
  ...(since === undefined ? {} : { sinceSec: since }),
}));

test("every listing is answered as if each looked at every game", () => {
  fc.assert(fc.property(question, (question) => {
    const { teams } = question;
    // A schedule has its teams once a game.
    const index = indexTeams({ ...question, teams: [...teams, ...teams, ...teams] });
    const expected = matchPlainly(question);
    expect(matchPlatformGames({ ...question, index })).toEqual([...expected]);
    // The second time, the index remembers every side.
    expect(matchPlatformGames({ ...question, index })).toEqual([...expected]);
  }));
}, 300_000);
