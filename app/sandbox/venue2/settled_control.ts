/**
 * `PUT /__settled`: the end of an outcome, before its time or of one that was put.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readNumber, readObject, readText } from "../control_body.ts";
import { type Control } from "../simulator.ts";
import { type PutResult } from "./listing_board.ts";

const KEYS = ["outcome", "settleFraction", "details"];

/** Makes the control, which hands over what was put. */
export function makeSettledControl(
  settle: (outcome: number, result: PutResult) => Read<void>,
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readObject(body, KEYS);
      const outcome = yield* readNumber(fields, "outcome", {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        isWhole: true,
        fallback: undefined,
      });
      if (outcome === undefined) return yield* Result.fail(`"outcome" must be a whole number`);
      const settleFraction = yield* readText(fields, "settleFraction");
      if (!/^(0(\.\d+)?|1(\.0+)?)$/.test(settleFraction)) {
        return yield* Result.fail(`"settleFraction" must be a decimal from "0.0" to "1.0"`);
      }
      const details = fields.get("details");
      if (typeof details !== "string") return yield* Result.fail(`"details" must be text`);
      yield* settle(outcome, { settleFraction, details });
      return undefined;
    });
}
