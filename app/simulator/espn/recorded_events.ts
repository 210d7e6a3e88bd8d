/**
 * A day's recordings, as each affected scoreboard shows them.
 *
 * @module
 */
import {
  ALL_SOCCER,
  type Scoreboard,
  SCOREBOARD_LEAGUES,
  type ScoreboardLeague,
} from "./scoreboard_league.ts";
import { type WireObject } from "./event_object.ts";
import { type RecordedScoreboards } from "./recorded_scoreboards.ts";

/**
 * Returns the recorded events of a scoreboard on a day (`YYYYMMDD`); undefined where the world's
 * apply.
 *
 * A recording for all of soccer replaces every soccer league; each league then picks its own events
 * by their uids. A recording for one league also appears in all of soccer.
 */
export function recordedEvents(
  recorded: RecordedScoreboards,
  scoreboard: Scoreboard | ScoreboardLeague,
  date: string,
): ReadonlyArray<WireObject> | undefined {
  const own = recorded.at(scoreboard, date);
  const whole = recorded.at({ sport: scoreboard.sport, slug: ALL_SOCCER }, date);
  if (scoreboard.slug === ALL_SOCCER) {
    if (whole === undefined) return undefined;
    const ofLeagues = SCOREBOARD_LEAGUES.filter(({ sport }) => sport === scoreboard.sport)
      .flatMap((league) => recorded.at(league, date)?.events ?? []);
    return [...whole.events, ...ofLeagues];
  }
  if (own === undefined && whole === undefined) return undefined;
  const league = SCOREBOARD_LEAGUES.find(({ sport, slug }) =>
    sport === scoreboard.sport && slug === scoreboard.slug
  );
  return [
    ...own?.events ?? [],
    ...(whole?.events ?? []).filter((event) => league !== undefined && isShown(event, league)),
  ];
}

/** Returns whether an event names this league, or no league at all. */
function isShown(event: WireObject, { leagueId }: ScoreboardLeague): boolean {
  const { uid } = event;
  if (Object.keys(event).length === 0) return true;
  return leagueId !== null && typeof uid === "string" && uid.split("~").includes(`l:${leagueId}`);
}
