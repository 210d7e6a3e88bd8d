/**
 * The answer about leagues.
 *
 * @module
 */
import { type Answer } from "../kit/answer.ts";
import { succeeded } from "./failure.ts";
import { type Fixture } from "./fixture.ts";
import { SX_LEAGUES, type SxLeague } from "./league_labels.ts";

/** The data at the instant of the answer. */
export interface LeaguesWorld {
  readonly fixtures: ReadonlyArray<Fixture>;
  /** Additional leagues, which replace the fixed ones of the same sport and label. */
  readonly moreLeagues: ReadonlyArray<SxLeague>;
}

/** Answers `GET /leagues`: all leagues, and whether they are active. */
export function leaguesAnswer(world: LeaguesWorld, query: URLSearchParams): Answer {
  const active = new Set(world.fixtures.map(({ markets }) => markets[0]?.market["leagueId"]));
  return succeeded(
    leaguesOfSport(world, query).map((league) => ({
      ...league,
      active: active.has(league.leagueId),
    })),
  );
}

function leaguesOfSport(
  { moreLeagues }: LeaguesWorld,
  query: URLSearchParams,
): ReadonlyArray<SxLeague> {
  const isReplaced = ({ leagueId, label, sportId }: SxLeague) =>
    moreLeagues.some((more) =>
      more.leagueId === leagueId || (more.label === label && more.sportId === sportId)
    );
  const sportId = query.get("sportId");
  return [...SX_LEAGUES.filter((league) => !isReplaced(league)), ...moreLeagues]
    .filter((league) => sportId === null || String(league.sportId) === sportId);
}
