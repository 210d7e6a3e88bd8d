import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option, Redacted } from "effect";
import { makePolymarketChainRoad } from "../../../../adapters/polymarket/chain_road.ts";
import type { MarketKind, SignatureType } from "../../../../core/order/mod.ts";
import type { WantedCall } from "../../../../core/port/chain_road.ts";
import { demoSignerKey } from "../../../../app/simulator/polymarket/relayer/builder_keys.ts";
import { control } from "../../../simulator/kit/support.ts";
import { marketOf, type RoadUser, startRoads } from "../chain/road_world.ts";

const world = startRoads();
afterAll(() => world.stop());
const { book, give, look, pass, refusal, resolve, send, sign, user } = world;

const relaying = (terms: Readonly<Record<string, unknown>>) =>
  control(`${world.relayerUrl}/__relaying`, "POST", terms);
/** A claim of shares of a market that is resolved. */
async function claimOf({ wallet }: RoadUser, kind: MarketKind = "v1"): Promise<WantedCall> {
  const tokens = kind === "v2" ? book.stageV2Market() : book.stageMarket();
  await give(wallet.funder, { [tokens.yes]: "5" });
  await resolve(tokens);
  return { kind: "claim", market: marketOf(tokens, kind), sharesE6: [5_000_000n, 0n] };
}
const roadIdOf = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.kind === "taken" ? answer.roadId : Option.none();
/** How long the relayer takes for everything. */
const RELAYED_MS = 6_000;
const TYPES = [1, 2, 3] as const satisfies ReadonlyArray<SignatureType>;

describe.each(TYPES)("the road of a wallet of type %p", (type) => {
  test("claims, splits and merges", async () => {
    const owner = user(type);
    const { funder } = owner.wallet;
    const calls = [await claimOf(owner), await claimOf(owner, "v2")];
    const market = calls[0]?.market;
    if (market === undefined) throw new Error("no market");
    const fresh = marketOf(book.stageMarket(), "v1");
    const batches: ReadonlyArray<readonly [ReadonlyArray<WantedCall>, usdcE6: bigint]> = [
      [calls, 10_000_000n],
      [[{ kind: "split", market: fresh, sizeE6: 7n }], -7n],
      [[{ kind: "merge", market: fresh, sizeE6: 3n }], 3n],
    ];
    for (const [at, [batch, usdcE6]] of batches.entries()) {
      const signed = await sign(owner, batch);
      const deadlineSec = Math.floor(world.clock.nowMs() / 1_000) + 600;
      expect(signed).toMatchObject({
        road: "relayer",
        nonce: BigInt(at),
        deadlineSec: type === 3 ? Option.some(deadlineSec) : Option.none(),
        tx: Option.none(),
      });
      const roadId = roadIdOf(await send(owner, signed));
      expect(roadId).toEqual(Option.some(expect.any(String)));
      expect(await look(owner, signed, roadId))
        .toMatchObject({ state: "waiting", nextNonce: Option.some(BigInt(at)) });
      pass(RELAYED_MS);
      const { tx, ...report } = await look(owner, signed, roadId);
      expect(report).toMatchObject({ state: "confirmed", nextNonce: Option.some(BigInt(at + 1)) });
      const moved = await world.ask(({ logs }) =>
        logs.movedBy({ tx: Option.getOrThrow(tx), address: funder })
      );
      expect(Option.map(moved, (logged) => logged.usdcE6)).toEqual(Option.some(usdcE6));
    }
  });
});

describe("the relayer's road", () => {
  test("takes ten claims together", async () => {
    const owner = user(3);
    expect(await world.ask(({ road }) => road.claimsMax(owner.wallet))).toBe(10);
  });

  test("knows not whether calls were taken whose answer is lost", async () => {
    const owner = user(3);
    const signed = await sign(owner, [await claimOf(owner)]);
    await world.fault(world.relayerUrl, { match: "POST /submit", kind: "lost_reply", times: 1 });
    expect(await send(owner, signed)).toMatchObject({ kind: "unclear" });
    expect(await look(owner, signed)).toMatchObject({
      state: "unknown",
      nextNonce: Option.some(0n),
    });
    // The same bytes are not executed twice.
    expect(await send(owner, signed)).toMatchObject({ kind: "refused", retry: { when: "later" } });
    pass(RELAYED_MS);
    expect(await look(owner, signed)).toMatchObject({
      state: "unknown",
      nextNonce: Option.some(1n),
    });
    expect(await send(owner, signed)).toMatchObject({ kind: "refused", retry: { when: "anew" } });
  });

  test("says of calls in a block that they have moved the nonce", async () => {
    await relaying({ delay_ms: 60_000 });
    const owner = user(3);
    const signed = await sign(owner, [await claimOf(owner)]);
    const roadId = roadIdOf(await send(owner, signed));
    const seen: Array<unknown> = [];
    for (let sec = 0; sec <= 60; sec++) {
      const { state, nextNonce, why } = await look(owner, signed, roadId);
      const said = [state, Option.getOrUndefined(why), Option.getOrUndefined(nextNonce)];
      if (!Bun.deepEquals(said, seen.at(-1))) seen.push(said);
      pass(1_000);
    }
    await relaying({});
    expect(seen).toEqual([
      ["waiting", "it is on its way to a block", 0n],
      ["waiting", "it is in a block", 1n],
      ["confirmed", undefined, 1n],
    ]);
  });

  test("lets a wallet that is busy wait, and another nonce be signed anew", async () => {
    const owner = user(2);
    const claims = [await claimOf(owner), await claimOf(owner)] as const;
    const [first, second] = [await sign(owner, [claims[0]]), await sign(owner, [claims[1]])];
    await send(owner, first);
    expect(await send(owner, second))
      .toMatchObject({ kind: "refused", retry: { when: "later", afterMs: 5_000 } });
    pass(RELAYED_MS);
    expect(await send(owner, second)).toMatchObject({ kind: "refused", retry: { when: "anew" } });
  });

  test("signs anew after the deadline", async () => {
    const owner = user(3);
    const signed = await sign(owner, [await claimOf(owner)]);
    pass(601_000);
    expect(await send(owner, signed)).toMatchObject({ kind: "refused", retry: { when: "anew" } });
  });

  test("waits as long as the quota asks", async () => {
    await relaying({ quota: 0 });
    const owner = user(1);
    const answer = await send(owner, await sign(owner, [await claimOf(owner)]));
    await relaying({ quota: 1_000 });
    expect(answer).toMatchObject({
      kind: "refused",
      why: expect.stringContaining("quota exceeded"),
      retry: { when: "later", afterMs: expect.any(Number) },
    });
  });

  test("reports in the relayer's words what it gave up", async () => {
    const owner = user(3);
    const claim = await claimOf(owner);
    const relay = async () => {
      const signed = await sign(owner, [claim]);
      const roadId = roadIdOf(await send(owner, signed));
      pass(RELAYED_MS);
      return await look(owner, signed, roadId);
    };
    await relaying({ failed: 1 });
    expect(await relay())
      .toMatchObject({ state: "failed", why: Option.some("the relayer could not send it") });
    await relaying({});
    expect(await relay()).toMatchObject({ state: "confirmed" });
    expect(await relay()).toMatchObject({
      state: "failed",
      why: Option.some("PRECHECK_SKIPPED: redeem skipped: zero position balance"),
    });
  });

  test("says that calls failed together with the nonce after that alone", async () => {
    const owner = user(3);
    await relaying({ failed: 1 });
    const signed = await sign(owner, [await claimOf(owner)]);
    const roadId = roadIdOf(await send(owner, signed));
    pass(RELAYED_MS);
    await relaying({});
    const match = "GET /v1/account/transactions/params";
    await world.fault(world.relayerUrl, { match, kind: "status", status: 503, times: 6 });
    await expect(look(owner, signed, roadId)).rejects.toMatchObject({ reason: "unreachable" });
    expect(await look(owner, signed, roadId))
      .toMatchObject({ state: "failed", nextNonce: Option.some(0n) });
  });

  test("knows no id of another", async () => {
    const owner = user(3);
    const signed = await sign(owner, [await claimOf(owner)]);
    expect(await look(owner, signed, Option.some("no-such-id")))
      .toMatchObject({ state: "unknown", nextNonce: Option.some(0n) });
  });

  test("serves a signer by a key of his own, and says which setting is wrong", async () => {
    const owner = user(3);
    const calls = [await claimOf(owner)];
    const { address } = owner.wallet;
    const access = (of: string, apiKey = demoSignerKey(1, of).apiKey) => ({
      access: {
        kind: "relayer_key",
        apiKey: Redacted.make(apiKey),
        address: of,
      } as const,
    });
    const signed = await sign(owner, calls, access(address));
    const why = expect.stringContaining("RELAYER_API_KEY");
    for (const other of [access(address, "wr0ng"), access(user(3).wallet.address)]) {
      expect(await refusal(owner, calls, other)).toMatchObject({ _tag: "CallsRefused", why });
      expect(await send(owner, signed, other))
        .toMatchObject({ kind: "refused", why, retry: { when: "never" } });
    }
    expect(await send(owner, signed, access(address))).toMatchObject({ kind: "taken" });
  });

  test("goes on asking where the relayer fails", async () => {
    const owner = user(3);
    const calls = [await claimOf(owner)];
    const match = "GET /v1/account/transactions/params";
    await world.fault(world.relayerUrl, { match, kind: "status", status: 503, times: 2 });
    expect(await sign(owner, calls)).toMatchObject({ nonce: 0n });
    await world.fault(world.relayerUrl, { match, kind: "malformed", times: 1 });
    expect(await refusal(owner, calls)).toMatchObject({ reason: "unreadable" });
  });
});

test("a road that is off names the setting to set", () => {
  const road = makePolymarketChainRoad({
    chain: Option.none(),
    relayer: Option.none(),
    missing: { rpc: "POLYGON_RPC_URL", relayer: "RELAYER_API_KEY" },
  });
  const offs = [user(0), user(2)].map(({ wallet }) =>
    Effect.runSync(Effect.flip(road.claimsMax(wallet))).setting
  );
  expect(offs).toEqual(["POLYGON_RPC_URL", "RELAYER_API_KEY"]);
});
