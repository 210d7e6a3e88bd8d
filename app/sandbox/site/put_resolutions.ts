/**
 * Resolutions that were put, and `PUT /__resolution`, which puts them.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readList, readObject, readText } from "../control_body.ts";
import { type Control } from "../simulator.ts";

/** How a market was decided, and when. */
export interface Resolution {
  /** Millionths of a USDC that a share of each outcome is worth. */
  readonly payouts: readonly [number, number];
  /** Unix seconds. */
  readonly resolvedSec: number;
}

/** What was put, by condition: `0x` and 64 hex digits in lower case. */
export type PutResolutions = Map<string, Resolution>;

/** What a share pays in all. */
export const WHOLE_PAYOUT = 1_000_000;
const RESOLUTIONS_MAX = 50_000;

/** Makes the control. A market is resolved at the instant at which it is put. */
export function makeResolutionControl(put: PutResolutions, nowMs: () => number): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readObject(body, ["condition", "payouts"]);
      const text = yield* readText(fields, "condition");
      if (!/^0x[0-9a-f]{64}$/i.test(text)) {
        return yield* Result.fail(`"condition" must be 0x and 64 hex digits`);
      }
      const payouts = yield* Result.flatMap(readList(fields, "payouts"), readPayouts);
      const condition = text.toLowerCase();
      if (!put.has(condition) && put.size >= RESOLUTIONS_MAX) {
        return yield* Result.fail(`No more than ${RESOLUTIONS_MAX} resolutions can be put`);
      }
      put.set(condition, { payouts, resolvedSec: Math.floor(nowMs() / 1_000) });
      return { resolutions: put.size };
    });
}

function readPayouts(list: ReadonlyArray<unknown>): Read<Resolution["payouts"]> {
  const [first, second] = list;
  const isPayout = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0;
  return list.length === 2 && isPayout(first) && isPayout(second) &&
      first + second === WHOLE_PAYOUT
    ? Result.succeed([first, second])
    : Result.fail(`"payouts" must be two whole numbers that make ${WHOLE_PAYOUT} together`);
}
