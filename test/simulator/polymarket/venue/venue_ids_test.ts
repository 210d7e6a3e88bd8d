import { afterAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  fromDecimal,
  makeMarketCodes,
  toDecimal,
} from "../../../../app/simulator/polymarket/venue/market_code.ts";
import {
  marketIds,
  readConditionId,
  readTokenId,
} from "../../../../app/simulator/polymarket/venue/market_id.ts";
import {
  composePosition,
  conditionOfPosition,
  isPosition,
  readPosition,
  shortCondition,
} from "../../../../app/simulator/polymarket/venue/position_id.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { tradedIds } from "../gamma/gamma_ids.ts";
import { get, makeStillClock, ms, start } from "../../kit/support.ts";

type Wire = Readonly<Record<string, unknown>>;

const codes = makeMarketCodes(1);
const market = fc.record({
  number: fc.oneof(fc.nat(), fc.integer({ min: 1, max: 2 ** 40 })),
  isNegRisk: fc.boolean(),
});
/** The bits from one to another of a number, the second left out. */
const bits = (id: bigint, from: number, to: number) =>
  BigInt.asUintN(to - from, id >> BigInt(from));

describe("an id of the second protocol", () => {
  test("has each field where the venue has it", () => {
    const hex = composePosition({
      moduleId: 2,
      baseHash: "0123456789abcdef0123456789abcdef",
      arity: 3,
      reserved: "00000000000000ff",
      resolutionChain: 4,
      conditionIndex: 5,
      outcomeIndex: 1,
    });
    const id = BigInt(`0x${hex}`);
    expect(bits(id, 248, 256)).toBe(2n);
    expect(bits(id, 120, 248)).toBe(0x0123456789abcdef0123456789abcdefn);
    expect(bits(id, 104, 120)).toBe(3n);
    expect(bits(id, 40, 104)).toBe(0xffn);
    expect(bits(id, 24, 40)).toBe(4n);
    expect(bits(id, 8, 24)).toBe(5n);
    expect(bits(id, 0, 8)).toBe(1n);
    expect(isPosition(hex)).toBe(false);
  });

  test("says which market and which outcome, and leads from its condition to itself", () => {
    fc.assert(fc.property(market, ({ number, isNegRisk }) => {
      const { conditionId, tokenIds } = marketIds(codes, { number, isNegRisk, protocol: "v2" });
      expect(tokenIds.map((id) => readTokenId(codes, id)))
        .toEqual([{ number, outcomeIndex: 0 }, { number, outcomeIndex: 1 }]);
      expect(readConditionId(codes, conditionId)).toBe(number);
      expect(BigInt(tokenIds[0])).toBe(BigInt(conditionId));
      expect(BigInt(tokenIds[1]) - BigInt(tokenIds[0])).toBe(1n);
      expect(bits(BigInt(tokenIds[0]), 40, 104)).toBe(0n);
      expect(bits(BigInt(tokenIds[0]), 248, 256)).toBe(isNegRisk ? 2n : 1n);
      expect(readTokenId(makeMarketCodes(2), tokenIds[0])).toBeUndefined();
    }));
  });

  test("is distinguished from a token of the first by its reserved bits", () => {
    fc.assert(fc.property(market, ({ number, isNegRisk }) => {
      const first = marketIds(codes, { number, isNegRisk, protocol: "v1" });
      for (const [outcomeIndex, id] of first.tokenIds.entries()) {
        expect(bits(BigInt(id), 40, 104)).not.toBe(0n);
        expect<unknown>(readTokenId(codes, id)).toEqual({ number, outcomeIndex });
      }
      expect(readConditionId(codes, first.conditionId)).toBe(number);
    }));
  });

  testWithShared(
    ["polymarket/protocol_v2.json"],
    "is laid out as the venue's own are",
    async () => {
      const real = await Bun.file(sharedPath("polymarket/protocol_v2.json")).json();
      const { clob_markets_v2, gamma_market_v2_documentation_example: gamma } = real;
      const [listed, documented] = [
        { ids: clob_markets_v2.t.map(({ t }: { t: string }) => t), condition: clob_markets_v2.c },
        { ids: gamma.positionIds, condition: `${gamma.conditionId_of_its_event}00` },
      ];
      for (const { ids, condition } of [listed, documented]) {
        for (const [outcomeIndex, id] of ids.entries()) {
          const hex = fromDecimal(id) ?? "";
          const parts = readPosition(hex);
          expect(isPosition(hex)).toBe(true);
          expect(parts).toMatchObject({ moduleId: 1, outcomeIndex, conditionIndex: 0, arity: 0 });
          expect(toDecimal(composePosition(parts))).toBe(id);
          expect(`0x${conditionOfPosition(hex)}`).toBe(condition);
        }
      }
      expect(shortCondition(documented.condition)).toBe(gamma.conditionId_of_its_event);
      for (const { t } of real.clob_markets_v1.t) expect(isPosition(fromDecimal(t)!)).toBe(false);
    },
  );
});

describe("the metadata", () => {
  const SWITCH_MS = ms("2026-11-02T00:00:00Z");
  const clock = makeStillClock(SWITCH_MS - 90_000);
  const metadata = start("venue-metadata", clock);
  afterAll(() => metadata.stop());
  const ask = <T = Wire>(path: string) => get<T>(`${metadata.url}${path}`);
  const windowAt = async (atMs: number) =>
    (await ask(`/markets/slug/sol-updown-5m-${atMs / 1000}`)).body;
  const open = async () =>
    (await Promise.all(
      [0, 100, 200, 300].map((offset) =>
        ask<ReadonlyArray<Wire>>(`/markets?limit=100&offset=${offset}`)
      ),
    )).flatMap(({ body }) => body).filter((each) => tradedIds(each) !== undefined);

  test("lists windows of five minutes under the second protocol from November on", async () => {
    const [last, first] = await Promise.all([SWITCH_MS - 300_000, SWITCH_MS].map(windowAt));
    expect(last).toMatchObject({ version: "v1", conditionId: expect.stringMatching(/^0x\w{64}$/) });
    expect(Object.keys(last ?? {})).not.toContain("resolutionStatus");
    expect(first).toMatchObject({
      version: "v2",
      conditionId: expect.stringMatching(/^0x\w{62}$/),
      positionIds: [expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)],
      resolutionStatus: "active",
      events: [{ version: "v2" }],
    });
    const quarter = await ask("/markets/slug/sol-15m-2026-11-02-0000");
    expect(quarter.body).toMatchObject({ version: "v1", events: [{ version: "v1" }] });
  });

  test("shows a market's resolution state in its protocol's fields", async () => {
    const before = clock.nowMs();
    const { body } = await ask(`/markets/slug/sol-updown-5m-${SWITCH_MS / 1000}`);
    const createdMs = Math.floor(Date.parse(String(body["createdAt"])));
    const status = async (atMs: number) => {
      clock.set(atMs);
      const market = await windowAt(SWITCH_MS);
      return [market["resolutionStatus"], "umaResolutionStatus" in market];
    };
    expect(await status(createdMs + 1_000)).toEqual(["inactive", false]);
    expect(await status(SWITCH_MS)).toEqual(["active", false]);
    expect(await status(SWITCH_MS + 300_000 + 60_000)).toEqual(["resolved", false]);
    const quarter = await ask("/markets/slug/sol-15m-2026-11-01-2345");
    expect(quarter.body).toMatchObject({ umaResolutionStatus: "resolved" });
    clock.set(before);
  });

  test("shows ids of the other protocol in a part of both", async () => {
    const markets = await open();
    const of = (version: string) => markets.filter((each) => each["version"] === version);
    const share = (some: ReadonlyArray<Wire>, all: ReadonlyArray<Wire>) => some.length / all.length;
    const [first, second] = [of("v1"), of("v2")];
    expect(Math.min(first.length, second.length)).toBeGreaterThan(50);
    const withPositions = first.filter((each) => "positionIds" in each);
    expect(share(withPositions, first)).toBeGreaterThan(0.2);
    expect(share(withPositions, first)).toBeLessThan(0.45);
    const withoutTokens = second.filter((each) => each["clobTokenIds"] === null);
    expect(share(withoutTokens, second)).toBeGreaterThan(0.35);
    expect(share(withoutTokens, second)).toBeLessThan(0.65);
    for (const each of second) expect(Array.isArray(each["positionIds"])).toBe(true);
  });

  test("finds markets by the ids that they show, in the same format", async () => {
    const markets = Map.groupBy(await open(), (each) => each["version"]);
    for (const market of [...markets.values()].flatMap((some) => some.slice(0, 40))) {
      const { id, conditionId, clobTokenIds, positionIds, version } = market as Record<
        string,
        string
      >;
      const found = async (query: string) =>
        (await ask<ReadonlyArray<Wire>>(`/markets?${query}`)).body.map((each) => each["id"]);
      expect(await found(`condition_ids=${conditionId}`)).toEqual([id]);
      const other = version === "v2" ? `${conditionId}00` : conditionId?.slice(0, -2);
      expect(await found(`condition_ids=${other}`)).toEqual([]);
      const tokens = clobTokenIds === null ? [] : JSON.parse(String(clobTokenIds));
      for (const token of tokens) expect(await found(`clob_token_ids=${token}`)).toEqual([id]);
      for (const position of positionIds ?? []) {
        expect(await found(`clob_token_ids=${position}`)).toEqual([]);
      }
    }
  });

  test("takes recorded markets of the second, whose ids are a real list", async () => {
    const put = async (positionIds: unknown) =>
      (await fetch(`${metadata.url}/__event`, {
        method: "PUT",
        body: JSON.stringify({
          id: "80001",
          slug: "recorded-v2",
          markets: [{ id: "80002", version: "v2", clobTokenIds: null, positionIds }],
        }),
      })).status;
    expect(await put('["1", "2"]')).toBe(400);
    expect(await put([1, 2])).toBe(400);
    expect(await put(["1", "2"])).toBe(200);
    expect((await ask("/markets/80002")).body).toMatchObject({ positionIds: ["1", "2"] });
  });
});
