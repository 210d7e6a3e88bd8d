import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeLiveness } from "../../../adapters/outbound/liveness.ts";

const OPTIONS = { connectMsMax: 500, silenceMsMax: 1_000, pingEveryMs: 3_000, pongMsMax: 400 };
const TICK_MS = 100;

describe("makeLiveness()", () => {
  test("keeps what keeps talking and answering, and pings it", () => {
    fc.assert(fc.property(fc.array(fc.boolean(), { minLength: 60, maxLength: 90 }), (talk) => {
      const vigil = makeLiveness(OPTIONS);
      vigil.opened();
      let pings = 0;
      for (const [tick, isTalking] of talk.entries()) {
        if (isTalking || tick % 9 === 0) vigil.received();
        const verdict = vigil.tick(TICK_MS);
        expect(["wait", "ping"]).toContain(verdict as string);
        if (verdict === "ping") pings += 1;
        vigil.ponged();
      }
      expect(pings).toBe(Math.floor(talk.length / 30));
    }));
  });

  test.each([
    ["does not open", () => {}, 5, "the connection did not open in time"],
    [
      "opens and says nothing",
      (v: ReturnType<typeof makeLiveness>) => v.opened(),
      10,
      "no data arrived in time",
    ],
  ])("gives up what %s", (_, begin, ticks, giveUp) => {
    const vigil = makeLiveness(OPTIONS);
    begin(vigil);
    const verdicts = Array.from({ length: ticks }, () => vigil.tick(TICK_MS));
    expect(verdicts).toEqual([...Array(ticks - 1).fill("wait"), { giveUp }]);
  });
});
