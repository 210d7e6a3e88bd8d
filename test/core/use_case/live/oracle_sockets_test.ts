import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { ASSETS } from "../../../../core/market/mod.ts";
import type { LiveEvent } from "../../../../core/port/live_prices.ts";
import {
  ORACLE_STREAMS,
  type OracleSource,
  type OracleStream,
} from "../../../../core/price/mod.ts";
import { joinOracleSockets } from "../../../../core/use_case/live/mod.ts";
import { pointOf, reportOf } from "../../price/oracle_target.ts";

const CARRIED: Readonly<Partial<Record<OracleSource, ReadonlyArray<OracleStream>>>> = {
  report: ORACLE_STREAMS,
  relay: ["twap_60"],
};

/** Sources that tell by hand, and what the listener heard. */
function start(...sources: ReadonlyArray<"report" | "relay">) {
  const heard: Array<LiveEvent> = [];
  const tells = new Map<OracleSource, (event: LiveEvent) => void>();
  const joined = joinOracleSockets(sources.map((source) => ({
    source,
    streams: CARRIED[source] ?? [],
    live: {
      listen: (tell) => {
        tells.set(source, tell);
        return Effect.never;
      },
    },
  })));
  Effect.runFork(joined.listen((event) => void heard.push(event)));
  return {
    heard,
    tell: (source: OracleSource, event: LiveEvent) => tells.get(source)?.(event),
    link: (source: OracleSource, isUp: boolean) =>
      tells.get(source)?.({ kind: "stream_state", provider: "oracle", isUp }),
    lose: (source: OracleSource, fromSec: number, toSec: number) =>
      tells.get(source)?.({
        kind: "lost_reports",
        asset: "btc",
        stream: "twap_60",
        fromSec,
        toSec,
      }),
    brings: (source: "report" | "relay", observedSec: number) => {
      const second = { observedSec, priceE18: 1n };
      tells.get(source)?.(
        source === "report"
          ? { kind: "report", asset: "btc", report: reportOf(second) }
          : { kind: "point", asset: "btc", point: pointOf(second) },
      );
    },
    lost: () =>
      heard.flatMap((event) => event.kind === "lost_reports" ? [[event.fromSec, event.toSec]] : []),
    links: () => heard.flatMap((event) => event.kind === "stream_state" ? [event.isUp] : []),
  };
}

describe("joinOracleSockets()", () => {
  test("seconds are lost once every source that may bring them has lost them", () => {
    const seconds = fc.uniqueArray(fc.nat(40), { maxLength: 30 });
    fc.assert(fc.property(seconds, seconds, fc.boolean(), (first, second, isInterleaved) => {
      const { lose, lost, link, brings } = start("report", "relay");
      link("report", true);
      link("relay", true);
      brings("report", 41);
      brings("relay", 41);
      const losses = [
        ...first.map((sec) => ["report", sec] as const),
        ...second.map((sec) => ["relay", sec] as const),
      ];
      if (isInterleaved) losses.sort(([, a], [, b]) => a - b);
      for (const [source, sec] of losses) lose(source, sec, sec);
      const both = first.filter((sec) => second.includes(sec)).toSorted((a, b) => a - b);
      expect([...new Set(lost().map(([sec]) => sec))].toSorted((a = 0, b = 0) => a - b))
        .toEqual(both);
    }));
  });

  test("who carries a series and is silent of it holds nothing up", () => {
    const { lose, lost, link, tell, brings } = start("report", "relay");
    link("report", true);
    link("relay", true);
    brings("relay", 100);
    lose("relay", 90, 91);
    expect(lost()).toEqual([[90, 91]]);
    brings("report", 95);
    lose("relay", 96, 96);
    expect(lost()).toHaveLength(1);
    tell("report", { kind: "missing_feed", asset: "btc", stream: "twap_60" });
    expect(lost().at(-1)).toEqual([96, 96]);
  });

  test("who is a minute behind in a series holds nothing of it up", () => {
    const { lose, lost, link, brings } = start("report", "relay");
    link("report", true);
    link("relay", true);
    brings("report", 40);
    lose("relay", 90, 100);
    expect(lost()).toEqual([]);
    lose("relay", 90, 101);
    expect(lost()).toEqual([[90, 101]]);
  });

  test("who is gone brings nothing, and what waited for it is lost then", () => {
    const { lose, lost, link, brings } = start("report", "relay");
    link("relay", true);
    brings("report", 9);
    lose("relay", 10, 12);
    expect(lost()).toEqual([]);
    link("report", false);
    expect(lost()).toEqual([[10, 12]]);
    lose("relay", 20, 20);
    expect(lost().at(-1)).toEqual([20, 20]);
  });

  test("is live while any source is, and says so once", () => {
    const { link, links } = start("report", "relay");
    link("report", false);
    expect(links()).toEqual([]);
    link("relay", true);
    link("report", true);
    link("relay", false);
    expect(links()).toEqual([true]);
    link("report", false);
    expect(links()).toEqual([true, false]);
  });

  test("a stream is missing if no source carries it, and not while one does", () => {
    const alone = start("relay");
    expect(alone.heard).toEqual(
      ASSETS.map((asset) => ({ kind: "missing_feed", asset, stream: "twap_30" })),
    );
    const both = start("report", "relay");
    both.tell("report", { kind: "missing_feed", asset: "hype", stream: "twap_60" });
    expect(both.heard).toEqual([]);
    both.tell("report", { kind: "missing_feed", asset: "hype", stream: "twap_30" });
    expect(both.heard).toEqual([{ kind: "missing_feed", asset: "hype", stream: "twap_30" }]);
  });
});
