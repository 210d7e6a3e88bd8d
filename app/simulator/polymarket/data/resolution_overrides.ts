/**
 * Resolution overrides, and `PUT /__resolution`, which sets them.
 *
 * @module
 */
import { Result } from "effect";
import { type BoundedMap } from "../../../../core/bounded_map.ts";
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { type Read, readFields, readList, readText } from "../../kit/control_body.ts";
import { type Control } from "../../kit/simulator.ts";

/** The resolution of a market, and its time. */
export interface Resolution {
  /** The payout of a share of each outcome, in millionths of a USDC. */
  readonly payouts: readonly [number, number];
  /** Unix seconds. */
  readonly resolvedSec: number;
}

/** The overrides, by condition: `0x` and 64 hex digits in lower case. */
export type ResolutionOverrides = BoundedMap<string, Resolution>;

/** The total payout of a market's shares, in millionths of a USDC. */
export const WHOLE_PAYOUT = 1_000_000;
const RESOLUTIONS_MAX = 50_000;

/** Makes a set of overrides, empty but for what was kept. */
export function makeResolutionOverrides(kept: KeptMaps = UNKEPT): ResolutionOverrides {
  return kept.map("resolutions", RESOLUTIONS_MAX);
}

/** Makes the control. A market resolves at the instant of the call. */
export function makeResolutionControl(
  overrides: ResolutionOverrides,
  nowMs: () => number,
): Control {
  return (body) =>
    Result.gen(function* () {
      const fields = yield* readFields(body, ["condition", "payouts"]);
      const text = yield* readText(fields, "condition");
      if (!/^0x[0-9a-f]{64}$/i.test(text)) {
        return yield* Result.fail(`"condition" must be 0x and 64 hex digits`);
      }
      const payouts = yield* Result.flatMap(readList(fields, "payouts"), readPayouts);
      const condition = text.toLowerCase();
      if (!overrides.has(condition) && overrides.size >= RESOLUTIONS_MAX) {
        return yield* Result.fail(`No more than ${RESOLUTIONS_MAX} resolutions can be overridden`);
      }
      overrides.set(condition, { payouts, resolvedSec: Math.floor(nowMs() / 1_000) });
      return { resolutions: overrides.size };
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
