/**
 * `PUT /__scoreboard`: replaces a scoreboard of the world with a recorded one.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readFields, readObject, readText } from "../kit/control_body.ts";
import { isJsonObject } from "../kit/json.ts";
import { type Control } from "../kit/simulator.ts";
import { BOARD_SPORTS, findBoard, slugsOf } from "./board_league.ts";
import { parseBoardDate } from "./board_query.ts";
import { type PutBoard, type PutBoards } from "./put_boards.ts";

/** Makes the control. A recording is served unchanged. */
export function makeScoreboardControl(put: PutBoards): Control {
  return (body) =>
    Result.map(readPutBoard(body), (board) => {
      put.put(board);
      return { events: board.body.events.length };
    });
}

function readPutBoard(body: unknown): Read<PutBoard> {
  return Result.gen(function* () {
    const fields = yield* readFields(body, ["sport", "league", "date", "body"]);
    const sport = yield* readText(fields, "sport");
    if (!BOARD_SPORTS.includes(sport)) {
      return yield* Result.fail(`Unknown sport "${sport}": use ${BOARD_SPORTS.join(", ")}`);
    }
    const slug = yield* readText(fields, "league");
    const board = findBoard(sport, slug);
    if (board === undefined) {
      const known = slugsOf(sport).join(", ");
      return yield* Result.fail(`Unknown league "${slug}" of ${sport}: use ${known}`);
    }
    const date = yield* readText(fields, "date");
    if (parseBoardDate(date) === undefined) {
      return yield* Result.fail(`"date" must be a day, as YYYYMMDD`);
    }
    return { board, date, body: yield* readBody(fields.get("body")) };
  });
}

function readBody(value: unknown): Read<PutBoard["body"]> {
  return Result.gen(function* () {
    if (!isJsonObject(value)) return yield* Result.fail(`"body" must be a JSON object`);
    const { events, ...fields } = value;
    if (!Array.isArray(events)) return yield* Result.fail(`"body.events" must be a list`);
    return { ...fields, events: yield* readEach(events, "body.events", readObject) };
  });
}
