/**
 * `POST /__settlement`: sets how trades settle that are matched from now on.
 *
 * @module
 */
import { Result } from "effect";
import { type SandboxClock } from "../../kit/clock.ts";
import { readFields, readNumber } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";
import { type Settling } from "./settling.ts";
import { USUAL_TERMS } from "./trade_fate.ts";

const SHARE = { min: 0, max: 1 } as const;
const DELAY_MS_MAX = 3_600_000;

/**
 * Makes the control: `failed` and `retrying`, the shares of the trades that end FAILED and that
 * pass through RETRYING, and `delay_ms`, the machine's milliseconds from MATCHED to the end. What
 * is left out is as usual: none, none, and four seconds of the clock.
 */
export function makeSettlementControl(
  { settling, clock }: { readonly settling: Settling; readonly clock: SandboxClock },
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["failed", "retrying", "delay_ms"]);
      const failedShare = yield* readNumber(fields, "failed", { ...SHARE, fallback: 0 });
      const retryingShare = yield* readNumber(fields, "retrying", { ...SHARE, fallback: 0 });
      const range = { min: 0, max: DELAY_MS_MAX, fallback: undefined };
      const delayMs = yield* readNumber(fields, "delay_ms", range);
      const endMs = delayMs === undefined ? USUAL_TERMS.endMs : delayMs * clock.speed;
      settling.setTerms({ failedShare, retryingShare, endMs });
    });
}
