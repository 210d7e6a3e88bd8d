import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { startPulse } from "../../../app/simulator/binance/stream_pulse.ts";
import { type ExchangeMarket } from "../../../core/price/mod.ts";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Starts a socket whose client answers its first pings, or all of them. */
function startFor(market: ExchangeMarket, answered: number) {
  let [pings, closedWith] = [0, 0];
  const pulse = startPulse({
    ping: () => {
      pings++;
      if (pings <= answered) pulse.ponged();
    },
    close: (code) => void (closedWith = code),
  }, market);
  return { pulse, pings: () => pings, closedWith: () => closedWith };
}

describe("the exchange's pings", () => {
  test.each([["spot", 20], ["futures", 180]] as const)(
    "on %s come every %d s",
    (market, everySec) => {
      const { pings, closedWith } = startFor(market, Infinity);
      jest.advanceTimersByTime(10 * everySec * 1_000 - 1);
      expect(pings()).toBe(9);
      jest.advanceTimersByTime(1);
      expect(pings()).toBe(10);
      expect(closedWith()).toBe(0);
    },
  );

  test("close a socket that leaves one unanswered for 60 s, whatever was answered before", () => {
    const { closedWith } = startFor("spot", 2);
    // The third ping comes after 60 s.
    jest.advanceTimersByTime(60_000 + 59_999);
    expect(closedWith()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(closedWith()).toBe(1008);
  });

  test("end with the socket", () => {
    const { pulse, pings, closedWith } = startFor("spot", 0);
    jest.advanceTimersByTime(20_000);
    pulse.stop();
    jest.advanceTimersByTime(600_000);
    expect([pings(), closedWith()]).toEqual([1, 0]);
  });
});
