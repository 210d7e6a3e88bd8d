/** Linking platforms' listings to a schedule, compared with a join by equal keys. @module */
import {
  type Game,
  indexTeams,
  KNOWN_NAMES,
  makeNameTable,
  matchPlatformGames,
  type PlatformGame,
  PLATFORMS,
  type Team,
} from "../../core/game/mod.ts";
import { UnixSec } from "../../core/time/mod.ts";
import { gameRecord, platformRecord } from "../contract/game_fixture.ts";
import { type Benchmark, compare } from "./benchmark.ts";

const NAME = "matching";
const LEAGUES = 20;
const GAMES_A_LEAGUE = 5_000;
const ROUNDS = 5;
const QUICK_ROUNDS = 3;
const START_SEC = UnixSec(1_790_000_000);

/** The benchmark. */
export const matching: Benchmark = {
  name: NAME,
  about: "500,000 listings of five platforms, linked to 100,000 games of 20 leagues",
  isInQuickRun: true,
  run: ({ isQuick }) => {
    const ours: Array<number> = [];
    const reference: Array<number> = [];
    for (let round = 0; round < (isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
      ours.push(msOf(matchAll));
      reference.push(msOf(joinAll));
    }
    return Promise.resolve([compare(NAME, {
      unit: "ms",
      aim: { ratio: 6 },
      ours: { what: "500,000 listings matched", values: ours },
      reference: { what: "a join by equal keys", values: reference },
    })]);
  },
};

const table = makeNameTable(KNOWN_NAMES);
const clubs = KNOWN_NAMES.filter(({ scope }) => "leagues" in scope && scope.leagues[0] === "mlb");
const teams = clubs.map(({ names: [name = ""], codes = [] }, at): Team => ({
  id: `baseball:espn:${at}`,
  name,
  abbreviation: codes[0] ?? "",
  logoUrl: null,
  sport: "baseball",
  league: "mlb",
  otherNames: [],
}));

function teamAt(at: number): Team {
  const team = teams[at % teams.length];
  if (team === undefined) throw new Error("there are teams");
  return team;
}

/** Every pair meets repeatedly, some twice a day. */
const games = Array.from({ length: GAMES_A_LEAGUE }, (_, at): Game =>
  gameRecord({
    id: `espn:${at}`,
    league: "mlb",
    home: teamAt(at),
    away: teamAt(at + 1 + at * 7 % 29),
    kickoffSec: UnixSec(START_SEC + Math.floor(at / 30) * 43_200 + at % 30 * 600),
  }).game);

/** Each platform uses different names for sides. */
const listed = PLATFORMS.flatMap((source, way) =>
  games.map((game): PlatformGame =>
    platformRecord({
      source,
      key: game.id,
      league: "mlb",
      kickoff: { kind: "at", sec: game.kickoffSec },
      home: sideOf(game.home, way),
      away: sideOf(game.away, way),
      events: [],
    }).game
  )
);

const seen = listed.map((game) => ({ game, lastSeenSec: START_SEC }));

function sideOf(team: Team, way: number) {
  const names = clubs[teams.indexOf(team)]?.names ?? [];
  return { names: [names[way % names.length] ?? team.name], codes: [team.abbreviation] };
}

/** Builds the index again, with the teams of every game, as on each real run. */
function matchAll(): number {
  const met = games.flatMap(({ home, away }) => [home, away]);
  const index = indexTeams({ league: "mlb", teams: met, table });
  const question = { league: "mlb" as const, index, games, nowSec: START_SEC };
  const found = matchPlatformGames({ ...question, listed: seen });
  return found.filter(({ link }) => link?.confidence === "exact").length;
}

/** The minimum work, if all platforms had the same names and kickoffs. */
function joinAll(): number {
  const byKey = new Map(games.map((game) => [keyOf(game.home.id, game.away.id, game), game]));
  const teamByName = new Map(
    clubs.flatMap(({ names }, at) => names.map((name) => [name, teamAt(at).id] as const)),
  );
  return listed.filter(({ home, away, kickoff }) => {
    const [one, other] = [home, away].map(({ names: [name = ""] }) => teamByName.get(name) ?? "");
    const kickoffSec = kickoff.kind === "at" ? kickoff.sec : START_SEC;
    return byKey.has(keyOf(one ?? "", other ?? "", { kickoffSec }));
  }).length;
}

function keyOf(home: string, away: string, { kickoffSec }: Pick<Game, "kickoffSec">): string {
  return `${home} ${away} ${kickoffSec}`;
}

function msOf(work: () => number): number {
  const startNs = Bun.nanoseconds();
  let matched = 0;
  for (let league = 0; league < LEAGUES; league++) matched += work();
  if (matched < LEAGUES * listed.length / 2) throw new Error(`Matched only ${matched} listings`);
  return (Bun.nanoseconds() - startNs) / 1e6;
}
