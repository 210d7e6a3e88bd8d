/**
 * `PUT /__settled`: settles an outcome early, or one from a replaced listing.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readFields, readNumber, readText } from "../kit/control_body.ts";
import { type Control } from "../kit/simulator.ts";
import { type Settlement } from "./settlement.ts";

const KEYS = ["outcome", "settleFraction", "details"];

/** Makes the control, which passes the settlement on. */
export function makeSettledControl(
  settle: (outcome: number, settlement: Settlement) => Read<void>,
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, KEYS);
      const outcome = yield* readNumber(fields, "outcome", {
        min: 0,
        max: Number.MAX_SAFE_INTEGER,
        isWhole: true,
      });
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
