/**
 * `PUT /__points`: replaces the world's points with recorded ones.
 *
 * @module
 */
import { Option, Result } from "effect";
import { parseE18 } from "../../../../core/price/mod.ts";
import {
  type Read,
  readChoice,
  readEach,
  readFields,
  readList,
  readNumber,
} from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { DELAY_MS_MAX, POINT_MS_MAX } from "./point_track.ts";
import { type RecordedPoint, type RecordedPoints } from "./recorded_points.ts";
import { ASSET_BY_SYMBOL } from "./relay_symbol.ts";

/** Makes the control. `delayMs` is the publication delay of points that do not state one. */
export function makePointsControl(
  recorded: RecordedPoints,
  delayMs: (sec: number) => number,
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["symbol", "points"]);
      const asset = yield* readChoice(fields, "symbol", ASSET_BY_SYMBOL);
      const list = yield* readList(fields, "points");
      const points = yield* readEach(list, "points", (item) => readPoint(item, delayMs));
      if (!recorded.hasRoom(points.length)) {
        return yield* Result.fail("Cannot hold so many points: start the simulator again");
      }
      recorded.put(asset, points);
      return { points: points.length };
    });
}

/** Ignores further fields, such as those of a saved update. */
function readPoint(item: unknown, delayOf: (sec: number) => number): Read<RecordedPoint> {
  return Result.gen(function* () {
    const fields = yield* readFields(item);
    const atMs = yield* readNumber(fields, "timestamp", {
      min: 1_000,
      max: POINT_MS_MAX,
      isWhole: true,
    });
    if (atMs % 1_000 !== 0) {
      return yield* Result.fail(`"timestamp" must be unix milliseconds of a whole second`);
    }
    const sec = atMs / 1_000;
    const text = fields.get("full_accuracy_value");
    const valueE18 = typeof text === "string" ? parseE18(text) : Option.none<bigint>();
    if (Option.isNone(valueE18) || valueE18.value <= 0n) {
      return yield* Result.fail(
        `"full_accuracy_value" must be text of a number above 0 with up to 18 decimals`,
      );
    }
    const delayMs = yield* readNumber(fields, "delay_ms", {
      min: 0,
      max: DELAY_MS_MAX,
      isWhole: true,
      fallback: delayOf(sec),
    });
    return { sec, valueE18: valueE18.value, delayMs };
  });
}
