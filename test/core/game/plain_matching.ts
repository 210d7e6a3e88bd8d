/**
 * Matching as its rules say it: every listing looks at every game, and nothing is remembered.
 *
 * @module
 */
import {
  CONFIDENCES,
  findSide,
  type Game,
  indexTeams,
  isCalledOff,
  LEAGUE_FACTS,
  type Match,
  type matchPlatformGames,
  type NameTable,
  type PlatformGame,
  type PlatformKickoff,
  type PlatformSide,
  type SideFound,
  type Team,
} from "../../../core/game/mod.ts";
import {
  DAY_SEC,
  dayOf,
  daysFrom,
  easternDay,
  HOUR_SEC,
  kickoffsOf,
  MINUTE_SEC,
  nearest,
  secondsFrom,
  sorted,
  startOf,
} from "./plain_kickoffs.ts";

/** What `matchPlatformGames` is asked, with the teams instead of their index. */
export type PlainQuestion = Omit<Parameters<typeof matchPlatformGames>[0], "index"> & {
  readonly teams: ReadonlyArray<Team>;
  readonly table: NameTable;
};

type Listed = PlainQuestion["listed"][number];
type Judgement = Pick<Match, "link" | "maybe" | "why">;

/** Answers as `matchPlatformGames` does, in a time that grows with listings times games. */
export function matchPlainly(question: PlainQuestion): ReadonlyArray<Match> {
  const claims = question.listed.map((listed): Match => ({
    source: listed.game.source,
    key: listed.game.key,
    ...judge(listed, question),
  }));
  return claims.map((claim) => besideRivals(claim, claims, question.games));
}

function judge(listed: Listed, question: PlainQuestion): Judgement {
  const { league, games, sinceSec = Number.NEGATIVE_INFINITY } = question;
  const { home, away, kickoff } = listed.game;
  const sides = [home, away].map((side) => findSide(indexTeams(question), side));
  const [one, other] = sides;
  const squad = sides.find(({ kind }) => kind === "another_squad");
  if (squad?.kind === "another_squad") {
    return none(`"${squad.label}" is not the side that plays in ${league}`);
  }
  const startSec = startOf(kickoff);
  const isOld = startSec !== null && startSec < sinceSec + 7 * DAY_SEC;
  if (one?.kind === "one" && other?.kind === "one") {
    return judgePair(listed, { ...question, pair: [one.team, other.team], isOld });
  }
  if (isOld) return none("Its day is too long ago");
  const [nearness, nearnessMax] = nearnessTo(kickoff, question.nowSec);
  if (one?.kind === "unknown" && other?.kind === "unknown") {
    const about = kickoff.kind === "at"
      ? sorted(games.filter((game) => Math.abs(game.kickoffSec - kickoff.sec) <= 15 * MINUTE_SEC))
      : nearest(games, nearness, nearnessMax);
    return none(`Knows no team ${labelOf(home)} or ${labelOf(away)} in ${league}`, about);
  }
  const why = sides.flatMap((found, at) => whyUncertain(found, at === 0 ? home : away, league));
  const near = nearest(
    games.filter((game) =>
      fits(game, sides) || fits({ ...game, home: game.away, away: game.home }, sides)
    ),
    nearness,
    nearnessMax,
  );
  const [first, ...others] = near;
  const unknown = sides.find(({ kind }) => kind === "unknown");
  const isAnotherClub = unknown?.kind === "unknown" && unknown.isAnotherClub;
  if (first === undefined || isAnotherClub || (unknown !== undefined && others.length > 0)) {
    return none(why.join("; "), near);
  }
  const link = { gameId: first.id, confidence: "review" as const, isSwapped: !fits(first, sides) };
  return { link, maybe: idsOf(others), why: why.join("; ") };
}

function none(why: string, maybe: ReadonlyArray<Game> = []): Judgement {
  return { link: null, maybe: idsOf(maybe), why };
}

function idsOf(games: ReadonlyArray<Game>): ReadonlyArray<string> {
  return games.map(({ id }) => id);
}

function labelOf({ names, codes }: PlatformSide): string {
  return `"${[...names, ...codes, ""][0]}"`;
}

function whyUncertain(found: SideFound, side: PlatformSide, league: string): string[] {
  if (found.kind === "unknown") return [`Knows no team ${labelOf(side)} in ${league}`];
  if (found.kind !== "several") return [];
  const names = found.teams.map(({ name }) => name).join(", ");
  return [`${labelOf(side)} may be ${names} or another`];
}

function fits({ home, away }: Game, sides: ReadonlyArray<SideFound>): boolean {
  return [home, away].every(({ id }, at) => {
    const side = sides[at];
    if (side?.kind === "one") return side.team.id === id;
    return side?.kind !== "several" || side.teams.some((team) => team.id === id);
  });
}

interface PairQuestion extends PlainQuestion {
  readonly pair: readonly [Team, Team];
  readonly isOld: boolean;
}

function judgePair({ game, lastSeenSec }: Listed, question: PairQuestion): Judgement {
  const { pair: [one, other], nowSec, isOld } = question;
  const ofPair = sorted(
    question.games.filter((each) => isSamePair(each, { home: one, away: other })),
  );
  const choice = isOld ? null : choose(ofPair, game.kickoff, nowSec);
  const isMeantKnown = choice !== null && !choice.isRemote;
  const meant = isMeantKnown ? [choice.game, ...choice.others] : [];
  const startSec = startOf(game.kickoff);
  const mayBeMadeUp = game.isOpen && nowSec - lastSeenSec <= DAY_SEC &&
    (!isMeantKnown || meant.some(isCalledOff));
  const makeUps = ofPair.filter((each) =>
    mayBeMadeUp && startSec !== null && !meant.includes(each) && each.kickoffSec > startSec &&
    each.kickoffSec - startSec <= 200 * DAY_SEC
  );
  if (choice === null) {
    return none(
      `The schedule has no game of ${one.name} and ${other.name} near its kickoff`,
      makeUps,
    );
  }
  const all = [...new Set([choice.game, ...choice.others, ...makeUps])];
  if (choice.isRemote) return none(choice.why, all);
  const isSwapped = choice.game.home.id !== one.id;
  const isAsListed = !isSwapped || !LEAGUE_FACTS[question.league].hasHomeSide;
  const sure = choice.isOnTime && isAsListed ? "exact" : "high";
  return {
    link: { gameId: choice.game.id, confidence: choice.why === "" ? sure : "review", isSwapped },
    maybe: idsOf(all.slice(1)),
    why: choice.why === "" ? null : choice.why,
  };
}

interface PlainChoice {
  readonly game: Game;
  readonly others: ReadonlyArray<Game>;
  readonly why: string;
  readonly isOnTime?: boolean;
  readonly isRemote?: boolean;
}

function choose(
  games: ReadonlyArray<Game>,
  kickoff: PlatformKickoff,
  nowSec: number,
): PlainChoice | null {
  if (kickoff.kind === "at") return chooseByInstant(games, kickoff.sec);
  if (kickoff.kind === "day") return chooseByDay(games, kickoff);
  const [game, ...others] = nearest(games, (each) => Math.abs(each.kickoffSec - nowSec), Infinity);
  if (game === undefined) return null;
  const near = games.filter(({ kickoffSec }) => Math.abs(kickoffSec - nowSec) <= 7 * DAY_SEC);
  const why = near.length === 1
    ? ""
    : near.length === 0
    ? "It has no kickoff, and no game is near"
    : "It has no kickoff, and more than one game lies within a week of now";
  return { game, others, why };
}

function chooseByInstant(games: ReadonlyArray<Game>, atSec: number): PlainChoice | null {
  const distanceOf = (game: Game) => secondsFrom(game, atSec);
  const begun = games.filter((game) => distanceOf(game) <= 15 * MINUTE_SEC);
  const onTime = begun.filter(({ kickoffSec }) => Math.abs(kickoffSec - atSec) <= 15 * MINUTE_SEC);
  const [only] = onTime;
  if (only !== undefined && begun.length === 1) {
    return { game: only, others: [], why: "", isOnTime: true };
  }
  const [game, ...others] = nearest(games, distanceOf, 7 * DAY_SEC);
  if (game === undefined) return null;
  const about = others.filter((other) => distanceOf(other) <= 18 * HOUR_SEC);
  const farSec = distanceOf(game);
  if (farSec <= 3 * HOUR_SEC && about.length === 0) return { game, others: [], why: "" };
  const far = farSec < 2 * DAY_SEC
    ? `${Math.round(farSec / HOUR_SEC)} h`
    : `${Math.round(farSec / DAY_SEC)} days`;
  return {
    game,
    others: farSec > 3 * HOUR_SEC ? others : about,
    isRemote: farSec > 18 * HOUR_SEC,
    why: about.length > 0
      ? "More than one game of these teams is near its kickoff"
      : `Its kickoff is ${far} from the game's`,
  };
}

function chooseByDay(
  games: ReadonlyArray<Game>,
  { day, gameNumber }: Extract<PlatformKickoff, { kind: "day" }>,
): PlainChoice | null {
  const wanted = dayOf(day);
  const near = nearest(games, (game) => daysFrom(game, wanted), 7);
  const [game, ...others] = near;
  if (game === undefined) return null;
  const onDay = sorted(near.filter(({ kickoffSec }) => easternDay(kickoffSec) === wanted));
  const numbered = gameNumber === null ? undefined : onDay[gameNumber - 1];
  const areOneByOne = new Set(onDay.map(({ kickoffSec }) => kickoffSec)).size === onDay.length &&
    near.every((each) => daysFrom(each, wanted) > 0 || onDay.includes(each));
  if (numbered !== undefined && onDay.length > 1 && areOneByOne) {
    return { game: numbered, others: [], why: "" };
  }
  if (gameNumber !== null && gameNumber > 1) {
    const why = `It is game ${gameNumber} of its day, and the schedule has no such game`;
    return { game, others, why };
  }
  const why = others.length > 0
    ? "It has only a day, and more than one game of these teams lies within a week of it"
    : daysFrom(game, wanted) > 1
    ? "Its day is not that of the game"
    : "";
  return { game, others, why };
}

function besideRivals(
  claim: Match,
  claims: ReadonlyArray<Match>,
  games: ReadonlyArray<Game>,
): Match {
  const { link, source } = claim;
  const game = games.find(({ id }) => id === link?.gameId);
  if (link === null || game === undefined) return claim;
  const sureness = CONFIDENCES.indexOf(link.confidence);
  const rivals = claims.filter((other) =>
    other !== claim && other.source === source && other.link?.gameId === link.gameId
  ).map((other) => CONFIDENCES.indexOf(other.link?.confidence ?? "review"));
  if (rivals.every((rival) => sureness < rival)) return claim;
  const isAlone = games.every((other) =>
    other === game || !isSamePair(game, other) ||
    kickoffsOf(other).every((sec) => secondsFrom(game, sec) > 18 * HOUR_SEC)
  );
  const mayShare = link.confidence === "exact" && isAlone;
  if (mayShare && rivals.every((rival) => sureness <= rival)) return claim;
  return {
    ...claim,
    link: { ...link, confidence: "review" },
    why: claim.why ?? "Another game of the platform is linked to the same game",
  };
}

function isSamePair(one: Pick<Game, "home" | "away">, other: typeof one): boolean {
  const sidesOf = ({ home, away }: typeof one) => [home.id, away.id].toSorted().join();
  return sidesOf(one) === sidesOf(other);
}

function nearnessTo(
  kickoff: PlatformGame["kickoff"],
  nowSec: number,
): readonly [distanceOf: (game: Game) => number, distanceMax: number] {
  if (kickoff.kind === "at") return [(game) => secondsFrom(game, kickoff.sec), 3 * HOUR_SEC];
  if (kickoff.kind === "day") return [(game) => daysFrom(game, dayOf(kickoff.day)), 0];
  return [(game) => Math.abs(game.kickoffSec - nowSec), 7 * DAY_SEC];
}
