/**
 * What was put of a day, as each scoreboard that it concerns shows it.
 *
 * @module
 */
import { ALL_SOCCER, type Board, BOARD_LEAGUES, type BoardLeague } from "./board_league.ts";
import { type WireObject } from "./event_object.ts";
import { type PutBoards } from "./put_boards.ts";

/**
 * The recorded events of a board and a day (`YYYYMMDD`); undefined where the world is not replaced.
 *
 * What is put for all of soccer replaces every league of it, and a league then shows what is its
 * own by the uid. What is put for a league stands among all of soccer too.
 */
export function recordedEvents(
  put: PutBoards,
  board: Board | BoardLeague,
  date: string,
): ReadonlyArray<WireObject> | undefined {
  const own = put.at(board, date);
  const whole = put.at({ sport: board.sport, slug: ALL_SOCCER }, date);
  if (board.slug === ALL_SOCCER) {
    if (whole === undefined) return undefined;
    const ofLeagues = BOARD_LEAGUES.filter(({ sport }) => sport === board.sport)
      .flatMap((league) => put.at(league, date)?.events ?? []);
    return [...whole.events, ...ofLeagues];
  }
  if (own === undefined && whole === undefined) return undefined;
  const league = BOARD_LEAGUES.find(({ sport, slug }) =>
    sport === board.sport && slug === board.slug
  );
  return [
    ...own?.events ?? [],
    ...(whole?.events ?? []).filter((event) => league !== undefined && isShown(event, league)),
  ];
}

/** Its own, and what says nothing at all. */
function isShown(event: WireObject, { leagueId }: BoardLeague): boolean {
  const { uid } = event;
  if (Object.keys(event).length === 0) return true;
  return leagueId !== null && typeof uid === "string" && uid.split("~").includes(`l:${leagueId}`);
}
