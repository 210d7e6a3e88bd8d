/**
 * `POST /__auto_redeem`: sets what the venue itself redeems from now on.
 *
 * @module
 */
import { Result } from "effect";
import { readFields, readNumber } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { type AutoRedeem } from "./auto_redeem.ts";

const AFTER_SEC_MAX = 86_400;

/**
 * Makes the control: `share`, of the winning positions of wallets that approved it, 0 to 1; and
 * `after_s`, the seconds of the clock from their resolution, 30 by default.
 */
export function makeAutoRedeemControl(autoRedeem: AutoRedeem): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["share", "after_s"]);
      const share = yield* readNumber(fields, "share", { min: 0, max: 1 });
      const range = { min: 0, max: AFTER_SEC_MAX, fallback: 30 };
      autoRedeem.setTerms({ share, afterSec: yield* readNumber(fields, "after_s", range) });
    });
}
