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
import { findBoard } from "./board_league.ts";
import { readBoardQuery } from "./board_query.ts";
import { failureOfStatus, NO_LEAGUE, NO_PATH } from "./failure.ts";
import { makePutBoards, type PutBoards } from "./put_boards.ts";
import { makeScoreboardControl } from "./scoreboard_control.ts";
import { scoreboardObject } from "./scoreboard_object.ts";

/** Makes the simulator. */
export function makeEspnSimulator(
  { season, clock }: { readonly season: Season; readonly clock: SandboxClock },
): SimulatedProvider {
  const put = makePutBoards();
  return {
    name: "schedule",
    controls: new Map([["PUT /__scoreboard", makeScoreboardControl(put)]]),
    failure: failureOfStatus,
    answer: (request) =>
      request.method === "GET" ? answerGet(request, { season, put, clock }) : NO_PATH,
  };
}

const SCOREBOARD = /^\/apis\/site\/v2\/sports\/([\w.-]+)\/([\w.-]+)\/scoreboard$/;

function answerGet(
  { path, query }: SimulatorRequest,
  { season, put, clock }: {
    readonly season: Season;
    readonly put: PutBoards;
    readonly clock: SandboxClock;
  },
): Answer {
  const [, sport, slug] = SCOREBOARD.exec(path) ?? [];
  if (sport === undefined || slug === undefined) return NO_PATH;
  const board = findBoard(sport, slug);
  if (board === undefined) return NO_LEAGUE;
  const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
  return Result.match(readBoardQuery(query, { board, today: easternDay(nowSec) }), {
    onFailure: (refusal) => refusal,
    onSuccess: (asked) => ({
      status: 200,
      body: scoreboardObject({ season, put, nowSec }, board, asked),
    }),
  });
}
