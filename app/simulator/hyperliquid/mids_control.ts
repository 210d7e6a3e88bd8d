/**
 * `PUT /__mids`: replaces the world's prices.
 *
 * @module
 */
import { Result } from "effect";
import { type Read, readFields } from "../kit/control_body.ts";
import { type Control } from "../kit/simulator.ts";
import { sideOf } from "./coin.ts";

/** Makes the control, which passes the prices on. */
export function makeMidsControl(
  put: (mids: ReadonlyMap<string, string | null>) => void,
): Control {
  return (body) =>
    Result.gen(function* () {
      const mids = new Map<string, string | null>();
      for (const [coin, price] of yield* readFields(body)) {
        mids.set(coin, yield* readMid(coin, price));
      }
      put(mids);
      return { mids: mids.size };
    });
}

function readMid(coin: string, price: unknown): Read<string | null> {
  const isCoin = /^[A-Za-z][\w:]*$/.test(coin) || sideOf(coin) !== undefined;
  if (!isCoin) {
    return Result.fail(`"${coin}" is not a coin: use "#950" for a side of outcome 95, or "BTC"`);
  }
  const isPrice = price === null || typeof price === "string" && /^\d+(\.\d+)?$/.test(price);
  return isPrice
    ? Result.succeed(price)
    : Result.fail(`The price of "${coin}" must be a decimal in a string, or null`);
}
