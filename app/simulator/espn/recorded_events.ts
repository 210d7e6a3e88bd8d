/**
 * A day's recordings, as each affected scoreboard shows them.
 *
 * @module
 */
import { ALL_SOCCER, type Board, BOARD_LEAGUES, type BoardLeague } from "./board_league.ts";
import { type WireObject } from "./event_object.ts";
import { type PutBoards } from "./put_boards.ts";

/**
 * Returns the recorded events of a board and a day (`YYYYMMDD`); undefined where the world's apply.
 *
 * A recording for all of soccer replaces every soccer league; each league then picks its own events
 * by their uids. A recording for one league also appears in all of soccer.
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

/** Returns whether an event names this league, or no league at all. */
function isShown(event: WireObject, { leagueId }: BoardLeague): boolean {
  const { uid } = event;
  if (Object.keys(event).length === 0) return true;
  return leagueId !== null && typeof uid === "string" && uid.split("~").includes(`l:${leagueId}`);
}
