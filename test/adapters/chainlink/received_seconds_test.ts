import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeReceivedSeconds } from "../../../adapters/chainlink/received_seconds.ts";
import type { Asset } from "../../../core/market/mod.ts";
import type { LiveEvent } from "../../../core/port/live_prices.ts";

const FEED = { asset: "btc", stream: "twap_60" } as const;
const START = 1_800_000_000;

function reported(fromSec: number, toSec = fromSec): LiveEvent {
  const seconds = { validFromSec: fromSec, observedSec: toSec };
  const report = { ...seconds, stream: FEED.stream, priceE18: 1n, feedId: "", fullReport: "" };
  return { kind: "report", asset: FEED.asset, report };
}

function lost(fromSec: number, toSec: number, asset: Asset = FEED.asset): LiveEvent {
  return { kind: "lost_reports", ...FEED, asset, fromSec, toSec };
}

function receivedOf(events: ReadonlyArray<LiveEvent>) {
  const received = makeReceivedSeconds();
  events.forEach(received.take);
  return (sinceSec: number) => received.firstMissing(FEED, sinceSec);
}

describe("the first second that is missing", () => {
  test("is the first one asked for, where nothing was received of it", () => {
    expect(receivedOf([])(START)).toBe(START);
    expect(receivedOf([lost(0, START + 9, "eth")])(START)).toBe(START);
    // Nobody said that nothing comes before it.
    expect(receivedOf([reported(START, START + 9)])(START - 200)).toBe(START - 200);
  });

  test("is missing, and all before it have a report or are lost", () => {
    const span = fc.tuple(fc.nat(280), fc.nat(20)).map(([from, length]) => ({
      fromSec: START + from,
      toSec: START + from + length,
    }));
    const one = fc.tuple(span, fc.boolean()).map(([{ fromSec, toSec }, isLost]) =>
      isLost ? lost(fromSec, toSec) : reported(fromSec, toSec)
    );
    fc.assert(fc.property(fc.array(one, { maxLength: 40 }), fc.nat(300), (events, since) => {
      const known = new Set(events.flatMap((event) => {
        const [from, to] = event.kind === "report"
          ? [event.report.validFromSec, event.report.observedSec]
          : event.kind === "lost_reports"
          ? [event.fromSec, event.toSec]
          : [0, -1];
        return Array.from({ length: to - from + 1 }, (_, at) => from + at);
      }));
      const sinceSec = START + since;
      const missingSec = receivedOf(events)(sinceSec);
      expect(known.has(missingSec)).toBe(false);
      for (let sec = sinceSec; sec < missingSec; sec++) expect(known.has(sec)).toBe(true);
    }));
  });
});
