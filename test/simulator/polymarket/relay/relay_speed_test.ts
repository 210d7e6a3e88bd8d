import { describe, expect, test } from "bun:test";
import { makeSandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { makePublishDelay } from "../../../../app/simulator/polymarket/relay/publish_delay.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { ms, start } from "../../kit/support.ts";
import { openAverages } from "./relay_client.ts";

const START_MS = ms("2026-11-05T12:00:00Z");
const world = makeWorld(1);
const delayMs = makePublishDelay(1);
/** The seconds that the oracle has, of those that are multiples of the stride. */
const expected = (
  span: { readonly fromSec: number; readonly toSec: number },
  strideSec: number,
) => {
  const seconds: number[] = [];
  const firstSec = Math.ceil(span.fromSec / strideSec) * strideSec;
  for (let sec = firstSec; sec <= span.toSec; sec += strideSec) {
    if (!world.price("btc").isMissed(sec)) seconds.push(sec);
  }
  return seconds;
};

describe("the relay on a fast clock", () => {
  test.each([[60, 1], [1_000, 10], [10_000, 100]])(
    "at a speed of %i every second that is a multiple of %i is sent, none too early",
    async (speed, strideSec) => {
      const clock = makeSandboxClock({ speed, startMs: START_MS });
      const relay = start("relay", clock);
      const client = await openAverages(relay, ["btcusd"]);
      await client.untilAll(() => client.updates().length >= 40);
      for (const { ts, payload: { timestamp } } of client.updates()) {
        expect(ts).toBeGreaterThanOrEqual(timestamp + delayMs(timestamp / 1_000));
      }
      const seconds = client.seconds("btcusd");
      const [fromSec = 0] = seconds;
      expect(seconds).toEqual(expected({ fromSec, toSec: seconds.at(-1) ?? 0 }, strideSec));
      await relay.stop();
    },
    300_000,
  );
});
