/**
 * `PUT /__scoreboard`: replaces a scoreboard of the world with a recorded one.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readEach, readFields, readObject, readText } from "../kit/control_body.ts";
import { isJsonObject } from "../kit/json.ts";
import { type Control } from "../kit/simulator.ts";
import { findScoreboard, SCOREBOARD_SPORTS, slugsOf } from "./scoreboard_league.ts";
import { parseScoreboardDate } from "./scoreboard_query.ts";
import { type RecordedScoreboards, type ScoreboardRecording } from "./recorded_scoreboards.ts";

/** Makes the control. A recording is served unchanged. */
export function makeScoreboardControl(recorded: RecordedScoreboards): Control {
  return (body) =>
    Result.map(readRecording(body), (recording) => {
      recorded.put(recording);
      return { events: recording.body.events.length };
    });
}

function readRecording(body: unknown): Read<ScoreboardRecording> {
  return Result.gen(function* () {
    const fields = yield* readFields(body, ["sport", "league", "date", "body"]);
    const sport = yield* readText(fields, "sport");
    if (!SCOREBOARD_SPORTS.includes(sport)) {
      return yield* Result.fail(`Unknown sport "${sport}": use ${SCOREBOARD_SPORTS.join(", ")}`);
    }
    const slug = yield* readText(fields, "league");
    const scoreboard = findScoreboard(sport, slug);
    if (scoreboard === undefined) {
      const known = slugsOf(sport).join(", ");
      return yield* Result.fail(`Unknown league "${slug}" of ${sport}: use ${known}`);
    }
    const date = yield* readText(fields, "date");
    if (parseScoreboardDate(date) === undefined) {
      return yield* Result.fail(`"date" must be a day, as YYYYMMDD`);
    }
    return { scoreboard, date, body: yield* readBody(fields.get("body")) };
  });
}

function readBody(value: unknown): Read<ScoreboardRecording["body"]> {
  return Result.gen(function* () {
    if (!isJsonObject(value)) return yield* Result.fail(`"body" must be a JSON object`);
    const { events, ...fields } = value;
    if (!Array.isArray(events)) return yield* Result.fail(`"body.events" must be a list`);
    return { ...fields, events: yield* readEach(events, "body.events", readObject) };
  });
}
