import { afterAll, describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { encodeErrorResult, parseAbi } from "viem/utils";
import type { ChainClient } from "../../../../adapters/polymarket/chain/chain_client.ts";
import { makeKeyRoad } from "../../../../adapters/polymarket/chain/key_road.ts";
import { RpcError } from "../../../../adapters/polymarket/chain/rpc_failure.ts";
import type { WantedCall } from "../../../../core/port/chain_road.ts";
import type { MarketKind } from "../../../../core/order/mod.ts";
import { hashOf, marketOf, startRoads } from "./road_world.ts";

const world = startRoads();
afterAll(() => world.stop());
const { book, give, look, pass, refusal, resolve, send, sign, user } = world;

const stage = (kind: MarketKind) => {
  if (kind === "v2") return book.stageV2Market();
  return book.stageMarket(kind === "v1" ? {} : { negRisk: true });
};
/** A wallet with shares of a market that is resolved, and the claim of them. */
async function winner(kind: MarketKind, [yes, no] = ["5", "2.5"], first = 1_000_000) {
  const tokens = stage(kind);
  const owner = user(0);
  await give(owner.wallet.address, { [tokens.yes]: yes, [tokens.no]: no });
  await resolve(tokens, first);
  const market = marketOf(tokens, kind);
  const sharesE6 = [Number(yes), Number(no)].map((shares) => BigInt(shares * 1e6));
  const pays = (at: number) => (first === 1_000_000 ? at === 0 : true) ? sharesE6[at] ?? 0n : 0n;
  const claim: WantedCall = { kind: "claim", market, sharesE6: [pays(0), pays(1)] };
  return { owner, tokens, market, claim };
}
const taken = (tx: string) => ({ kind: "taken", roadId: Option.some(tx) } as const);
const state = (of: string) => expect.objectContaining({ state: of });
/** Until the next block, and until it is final. */
const BLOCK_MS = 2_000;
const FINAL_MS = 3 * BLOCK_MS;

describe("the road of a key", () => {
  test.each(["v1", "v1_neg_risk", "v2"] as const)("claims at %s", async (kind) => {
    const { owner, market, claim } = await winner(kind);
    const { address } = owner.wallet;
    const holder = { address, funder: address, credentials: {} as never };
    const had = () =>
      world.ask(({ balances }) => balances.of({ holder, signatureType: 0, market }));
    const before = await had();
    const signed = await sign(owner, [claim]);
    const tx = hashOf(signed);
    expect(signed).toMatchObject({ road: "rpc", nonce: 0n, deadlineSec: Option.none() });
    // What is only signed has done nothing.
    expect(await look(owner, signed)).toMatchObject({
      state: "unknown",
      nextNonce: Option.some(0n),
    });
    expect(await send(owner, signed)).toEqual(taken(tx));
    expect(await look(owner, signed)).toMatchObject({
      state: "waiting",
      nextNonce: Option.some(0n),
    });
    pass(BLOCK_MS);
    // It was this transaction which moved the nonce.
    expect(await look(owner, signed)).toMatchObject({
      state: "waiting",
      why: Option.some("it is in a block that is not final yet"),
      nextNonce: Option.none(),
    });
    pass(FINAL_MS - BLOCK_MS);
    expect(await look(owner, signed))
      .toMatchObject({ state: "confirmed", tx: signed.tx, nextNonce: Option.some(1n) });
    // The losing shares of Protocol V1 go with the others.
    const lost = kind === "v2" ? 0n : -2_500_000n;
    const moved = Option.getOrThrow(
      await world.ask(({ logs }) => logs.movedBy({ tx, address })),
    );
    expect([moved.usdcE6, ...market.tokenIds.map((id) => moved.sharesE6.get(id) ?? 0n)])
      .toEqual([5_000_000n, -5_000_000n, lost]);
    expect(before.sharesE6).toEqual([5_000_000n, 2_500_000n]);
    expect(await had()).toEqual({
      usdcE6: before.usdcE6 + 5_000_000n,
      sharesE6: [0n, 2_500_000n + lost],
    });
  });

  test.each(["v1", "v1_neg_risk", "v2"] as const)("splits and merges at %s", async (kind) => {
    const owner = user(0);
    const market = marketOf(stage(kind), kind);
    for (const [action, sizeE6, sign_] of [["split", 9n, 1n], ["merge", 4n, -1n]] as const) {
      const signed = await sign(owner, [{ kind: action, market, sizeE6 }]);
      await send(owner, signed);
      pass(FINAL_MS);
      expect(await look(owner, signed)).toEqual(state("confirmed"));
      const { address } = owner.wallet;
      const moved = await world.ask(({ logs }) => logs.movedBy({ tx: hashOf(signed), address }));
      expect(moved).toEqual(Option.some({
        usdcE6: -sign_ * sizeE6,
        sharesE6: new Map(market.tokenIds.map((id) => [id, sign_ * sizeE6])),
      }));
    }
  });

  test("claims one outcome of a tie at a time", async () => {
    const { owner, market, claim } = await winner("v2", ["4", "2"], 500_000);
    const claimed = async (wanted: WantedCall) => {
      const signed = await sign(owner, [wanted]);
      await send(owner, signed);
      pass(BLOCK_MS);
      const { address } = owner.wallet;
      const moved = await world.ask(({ logs }) => logs.movedBy({ tx: hashOf(signed), address }));
      return Option.getOrThrow(moved).usdcE6;
    };
    expect(await claimed(claim)).toBe(2_000_000n);
    expect(await claimed({ kind: "claim", market, sharesE6: [0n, 2_000_000n] })).toBe(1_000_000n);
  });

  test("has the same bytes taken once more", async () => {
    const { owner, claim } = await winner("v1");
    const signed = await sign(owner, [claim]);
    await send(owner, signed);
    expect(await send(owner, signed)).toEqual(taken(hashOf(signed)));
  });

  test("signs nothing over a transaction of the key that waits", async () => {
    const { owner, claim } = await winner("v1");
    await send(owner, await sign(owner, [claim]));
    expect(await refusal(owner, [claim]))
      .toMatchObject({ _tag: "ProviderFailed", reason: "limited", retryAfterSec: 5 });
    pass(BLOCK_MS);
    expect(await sign(owner, [claim])).toMatchObject({ nonce: 1n });
  });

  test("refuses beforehand what the contract would revert, in its words", async () => {
    const owner = user(0);
    const tokens = book.stageMarket();
    await give(owner.wallet.address, { [tokens.yes]: "5" });
    const market = marketOf(tokens, "v1");
    expect(await refusal(owner, [{ kind: "claim", market, sharesE6: [5_000_000n, 0n] }]))
      .toMatchObject({
        _tag: "CallsRefused",
        why: "the contract refuses it: result for condition not received yet",
      });
  });

  test("says what a key without POL needs, and signs nothing", async () => {
    const { owner, claim } = await winner("v1");
    await world.control("/__gas", { address: owner.wallet.address, pol: "0.000001" }, "PUT");
    expect(await refusal(owner, [claim]))
      .toMatchObject({ _tag: "CallsRefused", why: expect.stringContaining("POL") });
  });

  test("does one thing at a time", async () => {
    const [{ owner, claim }, other] = [await winner("v1"), await winner("v1")];
    expect(await world.ask(({ road }) => road.claimsMax(owner.wallet))).toBe(1);
    expect(await refusal(owner, [claim, other.claim])).toMatchObject({ _tag: "CallsRefused" });
  });

  test("knows not whether bytes were taken whose answer is lost, and finds them", async () => {
    const { owner, claim } = await winner("v1");
    const signed = await sign(owner, [claim]);
    const submission = { ...signed, roadId: Option.none() };
    const sent = await world.ask(({ road }) =>
      Effect.gen(function* () {
        const before = yield* road.look(submission, owner.wallet);
        yield* Effect.promise(() =>
          world.fault(world.url, { match: "POST /", kind: "lost_reply", times: 1 })
        );
        const answer = yield* road.send(signed, owner.wallet);
        return { before, answer, after: yield* road.look(submission, owner.wallet) };
      })
    );
    expect(sent).toMatchObject({
      before: { state: "unknown" },
      answer: { kind: "unclear" },
      after: { state: "waiting" },
    });
  });

  test("reports a transaction that the contract reverted", async () => {
    const { owner, tokens, market } = await winner("v2");
    const { address } = owner.wallet;
    const claim: WantedCall = { kind: "claim", market, sharesE6: [5_000_000n, 0n] };
    const signed = await sign(owner, [claim]);
    await give(address, { [tokens.yes]: "1" });
    await send(owner, signed);
    pass(FINAL_MS);
    expect(await look(owner, signed)).toMatchObject({
      state: "failed",
      why: Option.some("the contract reverted it"),
    });
    const moved = await world.ask(({ logs }) => logs.movedBy({ tx: hashOf(signed), address }));
    expect(moved).toEqual(Option.some({ usdcE6: 0n, sharesE6: new Map() }));
  });
});

/** Returns why nothing is signed where the node answers so to the call. */
const whyBy = (error: { readonly code: number; readonly nodeMessage: string; data?: string }) => {
  const { code, nodeMessage, data } = error;
  const failure = new RpcError({ code, nodeMessage, data: Option.fromUndefinedOr(data) });
  const road = makeKeyRoad({
    nonce: () => Effect.succeed(0n),
    gasPrice: Effect.succeed({ baseFeeWei: 1n, tipWei: 1n }),
    balanceWei: () => Effect.succeed(1n),
    estimateGas: () => Effect.fail(failure),
  } as Partial<ChainClient> as ChainClient);
  const call = { kind: "split", market: marketOf(book.stageMarket(), "v1"), sizeE6: 1n } as const;
  return Effect.runSync(Effect.flip(road.sign({ ...user(0), calls: [call] }))).message;
};

test("a contract's reason can be stored, whatever is in it", () => {
  const data = encodeErrorResult({
    abi: parseAbi(["error Error(string)"]),
    args: [`no\0\n${"x".repeat(400)}`],
  });
  expect(whyBy({ code: 3, nodeMessage: "execution reverted", data }))
    .toMatch(/: no x{200,300}$/);
});

test("a missing approval is no lack of gas", () => {
  const nodeMessage = "execution reverted: ERC20: transfer amount exceeds allowance";
  expect(whyBy({ code: 3, nodeMessage })).toContain("transfer amount exceeds allowance");
  expect(whyBy({ code: -32_000, nodeMessage: "gas required exceeds allowance (0)" }))
    .toContain("POL");
});
