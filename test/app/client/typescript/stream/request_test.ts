import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  requestsOf,
  type TopicRequest,
} from "../../../../../app/client/typescript/stream/request.ts";
import { makeResume } from "../../../../../app/client/typescript/stream/resume.ts";

const targets = { op: "subscribe", channel: "targets" } as const;
const wanted: fc.Arbitrary<ReadonlyArray<TopicRequest>> = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom("btc", "eth", "sol", "xrp"),
    fc.constantFrom("5min", "15min", "1hour", "daily"),
  ).map(([asset, span]) => `targets:${asset}:${span}`),
).chain((topics) =>
  fc.tuple(
    ...topics.map((topic) => fc.tuple(fc.constant(topic), fc.constantFrom(undefined, 100, 200))),
  )
);

/** Every topic that requests cover, and after which seq. */
const coveredBy = (list: ReturnType<typeof requestsOf>) =>
  list.flatMap(({ channel, assets = [], intervals = [], since }) =>
    assets.flatMap((asset) => intervals.map((span) => `${channel}:${asset}:${span} ${since}`))
  );

describe("requestsOf()", () => {
  test("requests every topic once, after its own seq, and no other topic", () => {
    fc.assert(fc.property(wanted, (wanted) => {
      const topics = wanted.map(([topic, since]) => `${topic} ${since}`);
      expect(coveredBy(requestsOf(wanted, targets)).sort()).toEqual(topics.sort());
    }));
  });

  test("merges topics into one request where possible", () => {
    const assets = ["btc", "eth"];
    const intervals = ["5min", "15min"];
    const topics = assets.flatMap((asset) => intervals.map((span) => `targets:${asset}:${span}`));
    expect(requestsOf(topics.map((topic) => [topic, 5]), targets))
      .toEqual([{ ...targets, assets, intervals, since: 5 }]);
    expect(requestsOf([["targets:*:5min"], ["targets:*:15min"]], targets))
      .toEqual([{ ...targets, assets: undefined, intervals, since: undefined }]);
  });

  test("writes frames that the service accepts", () => {
    const sent = (...args: Parameters<typeof requestsOf>) =>
      JSON.parse(JSON.stringify(requestsOf(...args)));
    expect(sent([["targets:*:5min", 5]], targets))
      .toEqual([{ ...targets, intervals: ["5min"], since: 5 }]);
    expect(sent([["twap:btc:60"]], { op: "subscribe", channel: "twap" }))
      .toEqual([{ op: "subscribe", channel: "twap", assets: ["btc"], windows: [60] }]);
    expect(sent([["targets:*:5min"]], { op: "unsubscribe", channel: "targets" }))
      .toEqual([{ op: "unsubscribe", channel: "targets", intervals: ["5min"] }]);
  });
});

describe("games", () => {
  const leagues = ["nba", "nhl"];
  const subscribe = { op: "subscribe", channel: "games", key: "sk_x" } as const;
  const games = (since?: number) =>
    makeResume({ channel: "games", assets: leagues, spans: [""], since, key: "sk_x" });

  test("are subscribed to with a key, and unsubscribed without one", () => {
    const sent = (requests: ReturnType<typeof requestsOf>) => JSON.parse(JSON.stringify(requests));
    expect(sent(games(5).connected(0))).toEqual([{ ...subscribe, leagues, since: 5 }]);
    expect(sent(games(5).unsubscribing()))
      .toEqual([{ op: "unsubscribe", channel: "games", leagues }]);
  });

  test("start over until the service has sent a seq, and then resume after it", () => {
    const resume = games();
    const fresh = [{ ...subscribe, leagues, since: undefined }];
    // Independent of the service's clock: a seq of games is not a time.
    expect(resume.connected(9_000_000)).toEqual(fresh);
    expect(resume.connected(9_100_000)).toEqual(fresh);
    const topics = ["games:nba", "games:nhl", "games:epl"];
    expect(resume.subscribed({ topics, seq: 300_002 }))
      .toEqual(["games:nba", "games:nhl"]);
    const game = { type: "game", topic: "games:nhl", game: {} as never } as const;
    expect(resume.take({ ...game, seq: 300_002 })).toBeUndefined();
    expect(resume.take({ ...game, seq: 300_005 })).toBeDefined();
    expect(resume.connected(9_200_000)).toEqual([
      { ...subscribe, leagues: ["nba"], since: 300_002 },
      { ...subscribe, leagues: ["nhl"], since: 300_005 },
    ]);
    // The service's current seq does not show what was missed.
    resume.subscribed({ topics, seq: 400_001 });
    expect(resume.lastSeqs()).toEqual({ "games:nba": 300_002, "games:nhl": 300_005 });
  });
});
