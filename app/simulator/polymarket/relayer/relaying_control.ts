/**
 * `POST /__relaying`: sets how submissions are relayed from now on.
 *
 * @module
 */
import { Result } from "effect";
import { type SandboxClock } from "../../kit/clock.ts";
import { readFields, readNumber } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { type Relaying } from "./relaying.ts";
import { USUAL_RELAYING } from "./relaying_fate.ts";
import { type RelayerQuota } from "./relayer_quota.ts";

const SHARE = { min: 0, max: 1, fallback: 0 } as const;
const DELAY_MS_MAX = 3_600_000;
const UNITS_MAX = 1_000_000;

/**
 * Makes the control: `stall` and `failed`, the shares of what is submitted that stays for ever
 * where it is, and that ends FAILED without doing anything; `delay_ms`, the machine's milliseconds
 * to the end; and `quota`, what each caller may submit in a day of the clock. What is left out is
 * as usual: none, none, six seconds of the clock, and the quota as it is.
 */
export function makeRelayingControl(
  { relaying, quota, clock }: {
    readonly relaying: Pick<Relaying, "setTerms">;
    readonly quota: Pick<RelayerQuota, "setDay">;
    readonly clock: SandboxClock;
  },
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["stall", "failed", "delay_ms", "quota"]);
      const stallShare = yield* readNumber(fields, "stall", SHARE);
      const failedShare = yield* readNumber(fields, "failed", SHARE);
      const range = { min: 0, max: DELAY_MS_MAX, fallback: undefined };
      const delayMs = yield* readNumber(fields, "delay_ms", range);
      const whole = { min: 0, max: UNITS_MAX, isWhole: true, fallback: undefined };
      const units = yield* readNumber(fields, "quota", whole);
      const endMs = delayMs === undefined ? USUAL_RELAYING.endMs : delayMs * clock.speed;
      relaying.setTerms({ stallShare, failedShare, endMs });
      if (units !== undefined) quota.setDay(units);
    });
}
