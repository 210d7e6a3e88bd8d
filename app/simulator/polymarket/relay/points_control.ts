/**
 * `PUT /__points`: replaces the world's points with recorded ones.
 *
 * @module
 */
import { Option, Result } from "effect";
import { parseE18 } from "../../../../core/price/mod.ts";
import {
  type Read,
  readEach,
  readList,
  readNumber,
  readObject,
  readText,
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
      const fields = yield* readObject(body, ["symbol", "points"]);
      const symbol = yield* readText(fields, "symbol");
      const asset = ASSET_BY_SYMBOL.get(symbol);
      if (asset === undefined) {
        const known = [...ASSET_BY_SYMBOL.keys()].join(", ");
        return yield* Result.fail(`Unknown symbol "${symbol}": use one of ${known}`);
      }
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
    if (typeof item !== "object" || item === null) return yield* Result.fail("send an object");
    const fields = new Map<string, unknown>(Object.entries(item));
    const atMs = yield* readNumber(fields, "timestamp", {
      min: 1_000,
      max: POINT_MS_MAX,
      isWhole: true,
      fallback: undefined,
    });
    if (atMs === undefined || atMs % 1_000 !== 0) {
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
