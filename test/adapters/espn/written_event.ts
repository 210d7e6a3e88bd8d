/** Events as the provider writes them, before a test changes something in them. @module */
import { Result } from "effect";
import { readScoreboard } from "../../../adapters/espn/scoreboard.ts";
import type { LeagueCode } from "../../../core/game/mod.ts";
import { parseDay } from "../../../core/time/mod.ts";
import { atSec } from "../../simulator/espn/season.ts";
import type { Written } from "./espn_world.ts";

/** One side of {@linkcode writtenEvent}. */
export function writtenSide(id: string, changes: Written = {}): Written {
  return {
    id,
    uid: `s:600~t:${id}`,
    type: "team",
    order: changes["homeAway"] === "away" ? 1 : 0,
    homeAway: "home",
    score: "0",
    team: {
      id,
      location: `Town ${id}`,
      name: `Town ${id}`,
      abbreviation: `T${id}`,
      displayName: `Town ${id} FC`,
      shortDisplayName: `Town ${id}`,
      logo: `https://a.espncdn.com/i/teamlogos/soccer/500/${id}.png`,
    },
    ...changes,
  };
}

/** A status by its name; `SCHEDULED` before a game of soccer. */
export function writtenStatus(type: Written = {}, changes: Written = {}): Written {
  return {
    clock: 0,
    displayClock: "0'",
    period: 0,
    type: {
      id: "1",
      name: "STATUS_SCHEDULED",
      state: "pre",
      completed: false,
      description: "Scheduled",
      detail: "Sat, November 21st at 10:00 AM EST",
      shortDetail: "11/21 - 10:00 AM EST",
      ...type,
    },
    ...changes,
  };
}

/** A game of the English first division, of which the competition may be changed. */
export function writtenEvent(competition: Written = {}, event: Written = {}): Written {
  const date = "2026-11-21T15:00Z";
  return {
    id: "740902",
    uid: "s:600~l:700~e:740902",
    date,
    name: "Town 2 FC at Town 1 FC",
    shortName: "T2 @ T1",
    season: { year: 2026, type: 12654, slug: "2026-27-english-premier-league" },
    competitions: [{
      id: "740902",
      date,
      startDate: date,
      timeValid: true,
      competitors: [writtenSide("1"), writtenSide("2", { homeAway: "away" })],
      status: writtenStatus(),
      ...competition,
    }],
    status: writtenStatus(),
    ...event,
  };
}

/** What is read of these events, of 2026-11-21 in the English first division unless said. */
export function readEvents(
  events: ReadonlyArray<unknown>,
  { league = "epl", day = "2026-11-21", now = "2026-11-21T12:00:00Z" }: {
    readonly league?: LeagueCode;
    readonly day?: string;
    readonly now?: string;
  } = {},
): ReturnType<typeof readScoreboard> {
  return readScoreboard({ events }, {
    league,
    day: Result.getOrThrow(parseDay(day, "day")),
    nowSec: atSec(now),
  });
}
