/**
 * The simulated schedule and score provider (ESPN's site API): scoreboards by league and day.
 *
 * The real one publishes no limits and blocks heavy clients at its edge; that is not simulated.
 *
 * @module
 */
import { Result } from "effect";
import { easternDay, UnixSec } from "../../../core/time/mod.ts";
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { type Season } from "../season/season.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../kit/simulator.ts";
import { findScoreboard } from "./scoreboard_league.ts";
import { readScoreboardQuery } from "./scoreboard_query.ts";
import { failureOfStatus, NO_LEAGUE, NO_PATH } from "./failure.ts";
import { makeRecordedScoreboards, type RecordedScoreboards } from "./recorded_scoreboards.ts";
import { makeScoreboardControl } from "./scoreboard_control.ts";
import { scoreboardObject } from "./scoreboard_object.ts";

/** Makes the simulator. */
export function makeEspnSimulator(
  { season, clock }: { readonly season: Season; readonly clock: SandboxClock },
): SimulatedProvider {
  const recorded = makeRecordedScoreboards();
  return {
    name: "schedule",
    controls: new Map([["PUT /__scoreboard", makeScoreboardControl(recorded)]]),
    failure: failureOfStatus,
    answer: (request) =>
      request.method === "GET" ? answerGet(request, { season, recorded, clock }) : NO_PATH,
  };
}

/** All that it serves. */
export const ENDPOINTS: ReadonlyArray<string> = ["GET /apis/site/v2/sports/*/*/scoreboard"];

const SCOREBOARD = /^\/apis\/site\/v2\/sports\/([\w.-]+)\/([\w.-]+)\/scoreboard$/;

function answerGet(
  { path, query }: SimulatorRequest,
  { season, recorded, clock }: {
    readonly season: Season;
    readonly recorded: RecordedScoreboards;
    readonly clock: SandboxClock;
  },
): Answer {
  const [, sport, slug] = SCOREBOARD.exec(path) ?? [];
  if (sport === undefined || slug === undefined) return NO_PATH;
  const scoreboard = findScoreboard(sport, slug);
  if (scoreboard === undefined) return NO_LEAGUE;
  const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
  return Result.match(readScoreboardQuery(query, { scoreboard, today: easternDay(nowSec) }), {
    onFailure: (refusal) => refusal,
    onSuccess: (asked) => ({
      status: 200,
      body: scoreboardObject({ season, recorded, nowSec }, scoreboard, asked),
    }),
  });
}
