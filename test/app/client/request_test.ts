import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { requestsOf, requestText, type TopicRequest } from "../../../app/client/request.ts";
import { Resume } from "../../../app/client/resume.ts";

const wanted: fc.Arbitrary<ReadonlyArray<TopicRequest>> = fc.uniqueArray(
  fc.record({
    asset: fc.constantFrom("btc", "eth", "sol", "xrp"),
    span: fc.constantFrom("5min", "15min", "1hour", "daily"),
    since: fc.constantFrom(undefined, 100, 200),
  }),
  { selector: ({ asset, span }) => `${asset}:${span}` },
);

const pairsOf = (list: ReturnType<typeof requestsOf>) =>
  list.flatMap(({ assets = [], spans, since }) =>
    assets.flatMap((asset) => spans.map((span) => ({ asset, span, since })))
  );
const sorted = (list: ReadonlyArray<TopicRequest>) =>
  list.map((one) => JSON.stringify(one, ["asset", "span", "since"])).sort();

describe("requestsOf()", () => {
  test("requests every topic once, after its own seq, and no other topic", () => {
    fc.assert(fc.property(wanted, (wanted) => {
      expect(sorted(pairsOf(requestsOf(wanted)))).toEqual(sorted(wanted));
    }));
  });

  test("merges topics into one request where possible", () => {
    const assets = ["btc", "eth"];
    const spans = ["5min", "15min"];
    const all = assets.flatMap((asset) => spans.map((span) => ({ asset, span, since: 5 })));
    expect(requestsOf(all)).toEqual([{ assets, spans, since: 5 }]);
    expect(requestsOf(spans.map((span) => ({ asset: undefined, span, since: undefined }))))
      .toEqual([{ assets: undefined, spans, since: undefined }]);
  });
});

describe("requestText()", () => {
  const id = 3;
  test("writes frames that the service accepts", () => {
    const request = { assets: undefined, spans: ["5min"], since: 5 };
    expect(JSON.parse(requestText(request, { op: "subscribe", id, channel: "targets" })))
      .toEqual({ op: "subscribe", id, channel: "targets", intervals: ["5min"], since: 5 });
    const twap = { assets: ["btc"], spans: ["60"], since: undefined };
    expect(JSON.parse(requestText(twap, { op: "subscribe", id, channel: "twap" })))
      .toEqual({ op: "subscribe", id, channel: "twap", assets: ["btc"], windows: [60] });
    expect(JSON.parse(requestText(request, { op: "unsubscribe", id, channel: "targets" })))
      .toEqual({ op: "unsubscribe", id, channel: "targets", intervals: ["5min"] });
  });
});

describe("games", () => {
  const id = 7;
  const games = (since?: number) =>
    new Resume({ channel: "games", assets: ["nba", "nhl"], spans: [""], since });

  test("are subscribed to with a key, and unsubscribed without one", () => {
    const [request] = games(5).connected(0);
    if (request === undefined) throw new Error("nothing is asked for");
    const asks = { id, channel: "games", key: "sk_x" } as const;
    expect(JSON.parse(requestText(request, { ...asks, op: "subscribe" })))
      .toEqual({ op: "subscribe", ...asks, leagues: ["nba", "nhl"], since: 5 });
    expect(JSON.parse(requestText(request, { ...asks, op: "unsubscribe" })))
      .toEqual({ op: "unsubscribe", id, channel: "games", leagues: ["nba", "nhl"] });
  });

  test("start over until the service has sent a seq, and then resume after it", () => {
    const resume = games();
    const fresh = [{ assets: ["nba", "nhl"], spans: [""], since: undefined }];
    // Independent of the service's clock: a seq of games is not a time.
    expect(resume.connected(9_000_000)).toEqual(fresh);
    expect(resume.connected(9_100_000)).toEqual(fresh);
    expect(resume.subscribed(["games:nba", "games:nhl", "games:epl"], 300_002))
      .toEqual(["games:nba", "games:nhl"]);
    const game = { type: "game", topic: "games:nhl", game: {} as never } as const;
    expect(resume.take({ ...game, seq: 300_002 })).toBeUndefined();
    expect(resume.take({ ...game, seq: 300_005 })).toBeDefined();
    expect(resume.connected(9_200_000)).toEqual([
      { assets: ["nba"], spans: [""], since: 300_002 },
      { assets: ["nhl"], spans: [""], since: 300_005 },
    ]);
    // The service's current seq does not show what was missed.
    resume.subscribed(["games:nba", "games:nhl"], 400_001);
    expect(resume.lastSeqs()).toEqual({ "games:nba": 300_002, "games:nhl": 300_005 });
  });
});

describe("Resume.connected()", () => {
  test("requests each topic with its own position once the service has listed them", () => {
    const resume = new Resume({
      channel: "twap",
      assets: undefined,
      spans: ["60"],
      since: undefined,
    });
    expect(resume.connected(9_000_000)).toEqual([
      { assets: undefined, spans: ["60"], since: undefined },
    ]);
    expect(resume.connected(9_100_000)).toEqual([
      { assets: undefined, spans: ["60"], since: 8_995 },
    ]);
    const topics = ["twap:btc:60", "twap:eth:60"];
    expect(resume.subscribed([...topics, "twap:btc:30", "games:nba"])).toEqual(topics);
    resume.take({
      type: "gap",
      topic: "twap:eth:60",
      fromSeq: 9_001,
      toSeq: 9_050,
      reason: "no_price",
    });
    expect(resume.connected(9_200_000)).toEqual([
      { assets: ["btc"], spans: ["60"], since: 8_995 },
      { assets: ["eth"], spans: ["60"], since: 9_050 },
    ]);
    expect(resume.lastSeqs()).toEqual({ "twap:eth:60": 9_050 });
  });
});
