/**
 * The period of a recurring market of the secondary venue: `1d`, `4h`, `15m`.
 *
 * @module
 */
import { Option } from "effect";
import { DAY_SEC } from "../time/mod.ts";

const UNIT_SEC: ReadonlyMap<string, number> = new Map([
  ["m", 60],
  ["h", 3_600],
  ["d", DAY_SEC],
  ["w", 7 * DAY_SEC],
]);

/** No recurring market has a longer period. */
const PERIOD_SEC_MAX = 366 * DAY_SEC;

/**
 * Parses a period and returns seconds. `1d` was observed on mainnet, `15m` and `3m` on testnet;
 * other counts of minutes, hours, days and weeks are accepted alike. None for anything else.
 */
export function parsePeriod(text: string): Option.Option<number> {
  const [, count, unit = ""] = /^([1-9]\d{0,5})([a-z])$/.exec(text) ?? [];
  const periodSec = Number(count) * (UNIT_SEC.get(unit) ?? NaN);
  return periodSec <= PERIOD_SEC_MAX ? Option.some(periodSec) : Option.none();
}
