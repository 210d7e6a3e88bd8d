import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { Result } from "effect";
import { decodeFunctionResult, encodeFunctionData } from "viem";
import { type ChainRecord } from "../../../../app/simulator/polymarket/chain/chain_record.ts";
import { makeChainLog } from "../../../../app/simulator/polymarket/chain/chain_log.ts";
import { sharesOf } from "../../../../app/simulator/polymarket/clob/accounts.ts";
import { makeVenueParts } from "../../../../app/simulator/polymarket/clob/venue_parts.ts";
import { makeRelaying } from "../../../../app/simulator/polymarket/relayer/relaying.ts";
import { makeResolutionOverrides } from "../../../../app/simulator/polymarket/data/resolution_overrides.ts";
import { makeStagedEvents } from "../../../../app/simulator/polymarket/venue/staged_events.ts";
import { makeVenueWorld } from "../../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../../core/market/mod.ts";
import { makeStillClock, ms } from "../../kit/support.ts";
import {
  ABI,
  ADAPTER,
  claimV1,
  claimV2,
  type Hex,
  MONEY,
  pairV1,
  pairV2,
  POSITIONS,
  ROUTER,
  TOKEN_ABI,
  TOKENS,
} from "./chain_world.ts";

const ONE_E6 = 1_000_000n;
const FRESH = 10_000n * ONE_E6;
const WALLETS: ReadonlyArray<Hex> = [`0x${"a".repeat(40)}`, `0x${"b".repeat(40)}`];
const FIRST = { conditionId: `0x${"c".repeat(64)}`, yes: "71", no: "72" };
const BASE = (1n << 248n) + (7n << 120n);
const SECOND = {
  conditionId: `0x${BASE.toString(16).padStart(64, "0").slice(0, -2)}`,
  yes: String(BASE),
  no: String(BASE + 1n),
};
const MARKETS = [
  { ...FIRST, version: "v1", tokens: TOKENS },
  { ...SECOND, version: "v2", tokens: POSITIONS },
] as const;

function startParts() {
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  const staged = makeStagedEvents();
  for (const { conditionId, version, yes, no } of MARKETS) {
    staged.put({
      id: version,
      slug: version,
      markets: [{
        id: version,
        conditionId,
        version,
        [version === "v1" ? "clobTokenIds" : "positionIds"]: JSON.stringify([yes, no]),
        acceptingOrders: true,
      }],
    });
  }
  const resolutions = makeResolutionOverrides();
  const chain = makeChainLog();
  const venue = makeVenueWorld(makeWorld(1), PROFILE_BY_NAME.spec);
  const parts = makeVenueParts({ venue, clock, staged, chain, resolutions });
  const relaying = makeRelaying({ ...parts, nowMs: clock.nowMs });
  return { ...parts, clock, relaying, resolutions };
}

type Parts = ReturnType<typeof startParts>;
/** What is done, small and often the same. */
const action = fc.record({
  what: fc.constantFrom("split", "merge", "claim", "give", "pass", "resolve", "auto"),
  road: fc.constantFrom("hand", "chain", "relayer"),
  wallet: fc.constantFrom(...WALLETS),
  market: fc.constantFrom(...MARKETS),
  sizeE6: fc.constantFrom(1n, ONE_E6 / 3n, ONE_E6, 3n * ONE_E6),
  outcome: fc.constantFrom(0, 1),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

function dataOf({ what, market, sizeE6, outcome }: Action): Hex {
  const isFirst = market.version === "v1";
  if (what === "claim") {
    return isFirst ? claimV1(market) : claimV2(market, { outcome: outcome === 0 ? 0 : 1, sizeE6 });
  }
  const isSplit = what === "split";
  return isFirst
    ? pairV1(isSplit ? "splitPosition" : "mergePositions", market, sizeE6)
    : pairV2(isSplit ? "split" : "merge", market, sizeE6);
}

function act(parts: Parts, done: Action): void {
  const { clock, accounts, onChain, execution, relaying, resolutions, markets } = parts;
  const { what, road, wallet, market, sizeE6, outcome } = done;
  const condition = market.conditionId.padEnd(66, "0");
  const traded = markets.byToken(market.yes);
  if (traded === undefined) throw new Error("The market is not staged");
  switch (what) {
    case "pass":
      clock.set(clock.nowMs() + Number(sizeE6 / 100n));
      return;
    case "auto":
      parts.autoRedeem.setTerms({ share: outcome, afterSec: 5 });
      return;
    case "resolve": {
      const resolvedSec = Math.floor(clock.nowMs() / 1_000);
      const payouts = outcome === 0 ? [1_000_000, 0] as const : [500_000, 500_000] as const;
      if (!resolutions.has(condition)) resolutions.set(condition, { payouts, resolvedSec });
      return;
    }
    case "give": {
      const shares = new Map([[outcome === 0 ? market.yes : market.no, sizeE6]]);
      onChain.give(wallet, shares);
      const sharesE6 = new Map([...accounts.of(wallet).sharesE6, ...shares]);
      accounts.put(wallet, { sharesE6 });
      return;
    }
    default: {
      if (road === "hand") {
        if (what === "claim") onChain.redeem(wallet, traded);
        else onChain[what](wallet, traded, sizeE6);
        return;
      }
      const to = market.version === "v1" ? ADAPTER : ROUTER;
      const data = dataOf(done);
      // The same call twice: if the second cannot be done, the first is not.
      const calls = [{ to, data, valueWei: 0n }, { to, data, valueWei: 0n }];
      if (road === "chain") {
        const run = execution.run(wallet, calls, clock.nowMs());
        if (Result.isSuccess(run)) run.success.transaction.commit(onChain.nextHash());
        return;
      }
      if (relaying.isBusy(wallet)) return;
      relaying.begin({
        kind: "WALLET",
        from: wallet,
        wallet,
        to,
        nonce: 0n,
        deadlineSec: undefined,
        calls,
        signedBy: () => Promise.resolve(wallet),
      });
    }
  }
}

/** What the chain's contracts say that a wallet has. */
function onContracts({ execution, clock }: Parts, wallet: Hex) {
  const call = (to: Hex, data: Hex): bigint => {
    const run = execution.run(wallet, [{ to, data, valueWei: 0n }], clock.nowMs());
    const output = Result.isSuccess(run) ? run.success.outputs[0] : undefined;
    const functionName = "balanceOf";
    return decodeFunctionResult({ abi: ABI, functionName, data: output ?? "0x" });
  };
  const functionName = "balanceOf";
  return [
    call(MONEY, encodeFunctionData({ abi: ABI, functionName, args: [wallet] })),
    ...MARKETS.flatMap(({ yes, no, tokens }) =>
      [yes, no].map((id) => {
        const args = [wallet, BigInt(id)] as const;
        return call(tokens, encodeFunctionData({ abi: TOKEN_ABI, functionName, args }));
      })
    ),
  ];
}

/** What a wallet has by the sums of its records. */
function onRecords(records: ReadonlyArray<ChainRecord>) {
  let moneyE6 = FRESH;
  const sharesE6 = new Map<string, bigint>();
  const add = (tokenId: string, sizeE6: bigint) =>
    sharesE6.set(tokenId, (sharesE6.get(tokenId) ?? 0n) + sizeE6);
  for (const record of records) {
    const { type, sizeE6, market } = record;
    if (type === "TRANSFER") add(record.tokenId, sizeE6);
    if (type === "REDEEM") {
      add(record.tokenId, -sizeE6);
      moneyE6 += record.usdcE6;
    }
    if (type === "SPLIT" || type === "MERGE") {
      const sign = type === "SPLIT" ? 1n : -1n;
      for (const tokenId of market.tokenIds) add(tokenId, sign * sizeE6);
      moneyE6 -= sign * sizeE6;
    }
  }
  return [
    moneyE6,
    ...MARKETS.flatMap(({ yes, no }) => [yes, no].map((id) => sharesE6.get(id) ?? 0n)),
  ];
}

test("order book, chain and log agree on every balance, whatever is done by whichever road", () => {
  fc.assert(fc.property(fc.array(action, { minLength: 1, maxLength: 60 }), (actions) => {
    const parts = startParts();
    const { accounts, chain, clock, engine } = parts;
    for (const done of actions) {
      engine.tend();
      act(parts, done);
      engine.tend();
      for (const wallet of WALLETS) {
        const account = accounts.of(wallet);
        const onBook = [
          account.balanceE6,
          ...MARKETS.flatMap(({ yes, no }) => [sharesOf(account, yes), sharesOf(account, no)]),
        ];
        expect(onContracts(parts, wallet)).toEqual(onBook);
        expect(onRecords(chain.recordsUntil(wallet, clock.nowMs()))).toEqual(onBook);
      }
    }
  }));
});
