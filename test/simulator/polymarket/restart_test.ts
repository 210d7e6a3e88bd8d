import { afterAll, expect, test } from "bun:test";
import * as fc from "fast-check";
import { Result } from "effect";
import { type KeptMaps, openKeptFile, UNKEPT } from "../../../app/simulator/kit/kept_maps.ts";
import { nextBlockMs } from "../../../app/simulator/polymarket/chain/block.ts";
import { tradeObject } from "../../../app/simulator/polymarket/clob/order_answer.ts";
import { admit } from "../../../app/simulator/polymarket/clob/order_entry.ts";
import { ledgerItem } from "../../../app/simulator/polymarket/clob/ledger_item.ts";
import { USUAL_TERMS } from "../../../app/simulator/polymarket/clob/trade_fate.ts";
import { inventedNames } from "../../../app/simulator/polymarket/clob/trade_log.ts";
import { makeVenueParts } from "../../../app/simulator/polymarket/clob/venue_parts.ts";
import { makeRelaying } from "../../../app/simulator/polymarket/relayer/relaying.ts";
import { USUAL_RELAYING } from "../../../app/simulator/polymarket/relayer/relaying_fate.ts";
import { makeVenueWorld } from "../../../app/simulator/polymarket/venue/venue_world.ts";
import { makeSharedParts } from "../../../app/simulator/shared_parts.ts";
import { makeWorld } from "../../../app/simulator/world/world.ts";
import { PROFILE_BY_NAME } from "../../../core/market/mod.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { makeStillClock, ms, type StillClock } from "../kit/support.ts";
import { ADAPTER, claimV1, type Hex, pairV1 } from "./chain/chain_world.ts";

const ONE_E6 = 1_000_000n;
const WALLET: Hex = `0x${"a".repeat(40)}`;
const WALLETS: ReadonlyArray<Hex> = [WALLET, `0x${"b".repeat(40)}`];
const MARKET = { conditionId: `0x${"c".repeat(64)}`, yes: "71", no: "72" };
const eventOf = (delaySec: number) => ({
  id: "1",
  slug: "one",
  markets: [{
    id: "1",
    conditionId: MARKET.conditionId,
    clobTokenIds: JSON.stringify([MARKET.yes, MARKET.no]),
    acceptingOrders: true,
    feeSchedule: { rate: 0.07 },
    secondsDelay: delaySec,
  }],
});
const levelOf = (cents: number, sizeE6 = 20n * ONE_E6) => ({
  priceE6: BigInt(cents) * 10_000n,
  sizeE6,
});
/** As the relayer counts them. */
const submissionIds = Array.from(
  { length: 60 },
  (_, number) => inventedNames(`submission ${number} of 1`).uuid,
);
const [WORLD, PROFILE] = [makeWorld(1), PROFILE_BY_NAME.spec];
const folder = makeFolder();
afterAll(folder.remove);
const failed = (cause: unknown) => {
  throw cause;
};

function startVenue(clock: StillClock, kept: KeptMaps = UNKEPT) {
  const shared = makeSharedParts(WORLD, { kept });
  const { stagedEvents: staged, apiKeys: keys } = shared;
  const venue = makeVenueWorld(WORLD, PROFILE, shared);
  const parts = makeVenueParts({ ...shared, staged, keys, venue, clock });
  return { ...shared, ...parts, relaying: makeRelaying({ ...parts, nowMs: clock.nowMs }) };
}

type Venue = ReturnType<typeof startVenue>;

const action = fc.record({
  what: fc.constantFrom(
    ...["order", "order", "order", "cancel", "book", "give", "resolve", "key", "beat", "terms"],
    ...["split", "merge", "claim", "relay", "send", "pass", "pass", "restart", "restart"],
  ),
  wallet: fc.constantFrom(...WALLETS),
  at: fc.nat(2),
  number: fc.nat(1_000_000),
});
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never;

/** Places an order whose signature is right. Takers wait in a market that delays them. */
function place({ accounts, clock, engine, ledger, markets }: Venue, done: Action): void {
  const { wallet: maker, at, number } = done;
  const market = markets.byToken(MARKET.yes);
  if (market === undefined) return;
  const [side, sharesE6] = [at === 0 ? "SELL" : "BUY", BigInt(5 + number % 20) * ONE_E6] as const;
  const moneyE6 = sharesE6 * BigInt(38 + number % 11) / 100n;
  const [makerE6, takerE6] = side === "BUY" ? [moneyE6, sharesE6] : [sharesE6, moneyE6];
  const order = {
    maker,
    signer: maker,
    tokenId: number % 2 === 0 ? MARKET.yes : MARKET.no,
    makerE6,
    takerE6,
    side,
    signatureType: 0,
    expirationSec: 0,
    salt: 1n,
    timestampMs: 1n,
    metadata: "0x",
    builder: "0x",
    signature: "0x",
    wire: { maker, number },
  } as const;
  const orderType = number % 5 === 0 ? "FAK" : "GTC";
  const entry = admit({
    submission: { order, owner: `key of ${maker}`, orderType, isPostOnly: false },
    caller: { key: { apiKey: "", secret: "", passphrase: "" }, address: maker },
    market,
    id: `0x${number.toString(16)}`,
  }, { accounts, clock, ledger, markets });
  // Nothing comes in between: it is taken, or refused, before this returns.
  if (Result.isSuccess(entry)) void engine.place(entry.success);
}

function act(venue: Venue, done: Action): void {
  const { clock, engine, ledger, liquidity, markets, node, onChain, relaying, resolutions } = venue;
  const { what, wallet, at, number } = done;
  const market = markets.byToken(MARKET.yes);
  const sizeE6 = BigInt(1 + number % 30) * ONE_E6;
  engine.tend();
  switch (what) {
    case "order":
      return place(venue, done);
    case "cancel":
      return void engine.cancel(ledger.resting()[at]);
    case "book":
      return liquidity.put(MARKET.yes, {
        bids: [levelOf(41, sizeE6)],
        asks: [levelOf(44 + at, sizeE6)],
      });
    case "give": {
      const shares = new Map([[at === 0 ? MARKET.yes : MARKET.no, sizeE6]]);
      onChain.give(wallet, shares);
      const sharesE6 = new Map([...venue.accounts.of(wallet).sharesE6, ...shares]);
      return venue.accounts.put(wallet, { sharesE6, balanceE6: sizeE6 * 100n });
    }
    case "resolve": {
      const resolvedSec = Math.floor(clock.nowMs() / 1_000);
      return resolutions.set(MARKET.conditionId, { payouts: [1_000_000, 0], resolvedSec });
    }
    case "key":
      return void venue.keys.create(wallet, String(at));
    case "beat":
      return void venue.heartbeats.beat(wallet, venue.heartbeats.expected(wallet));
    case "terms": {
      const [failedShare, retryingShare] = [0.5, 0.5];
      venue.settling.setTerms({ failedShare, retryingShare, endMs: 8_000 });
      return relaying.setTerms({ stallShare: 0.3, failedShare, endMs: 9_000 });
    }
  }
  if (market === undefined) return;
  if (at === 0 && (what === "split" || what === "merge")) {
    return void onChain[what](wallet, market, sizeE6);
  }
  if (at === 0 && what === "claim") return void onChain.redeem(wallet, market);
  const data = what === "claim" || what === "relay"
    ? claimV1(MARKET)
    : pairV1(what === "merge" ? "mergePositions" : "splitPosition", MARKET, sizeE6);
  const call = { to: ADAPTER, data, valueWei: 0n };
  if (what === "send") {
    const sent = { ...call, from: wallet, nonce: node.pool.nextNonce(wallet), gasLimit: 400_000n };
    const [feeMaxWei, tipMaxWei] = [50n + BigInt(number % 90), 30n].map((gwei) => gwei * 10n ** 9n);
    const signature = { r: "0x1", s: "0x1", yParity: 0 } as const;
    return void node.take({
      ...sent,
      hash: `0x${number.toString(16)}`,
      feeMaxWei: feeMaxWei ?? 0n,
      tipMaxWei: tipMaxWei ?? 0n,
      type: "eip1559",
      signature,
    });
  }
  if (relaying.isBusy(wallet)) return;
  relaying.begin({
    kind: "WALLET",
    from: wallet,
    wallet,
    to: ADAPTER,
    nonce: venue.wallets.nonce(wallet),
    deadlineSec: undefined,
    calls: [call],
    signedBy: () => Promise.resolve(wallet),
  });
}

/** All that it can say of wallets and orders. */
function told(venue: Venue) {
  venue.engine.tend();
  const { accounts, chain, clock, heartbeats, keys, ledger, node, trades, wallets } = venue;
  const nowMs = clock.nowMs();
  return {
    orders: ledger.all().map(ledgerItem),
    resting: ledger.resting().map(({ id }) => id),
    trades: trades.all().map((trade) => tradeObject(trade, { address: WALLET })),
    book: venue.books.book(MARKET.yes),
    blocks: node.between(0, Infinity),
    submissions: submissionIds.map((id) => venue.relaying.find(id)),
    wallets: WALLETS.map((wallet) => ({
      account: accounts.of(wallet),
      payer: accounts.payerOf({ maker: `${wallet}ff`, signer: wallet }),
      unsettled: venue.settling.unsettled(wallet, MARKET.yes),
      records: chain.recordsUntil(wallet, nowMs),
      holdings: chain.holdingsAt(wallet, nowMs),
      keys: [keys.of(wallet), ...[0, 1, 2].map((nonce) => keys.derive(wallet, String(nonce)))],
      beat: [heartbeats.expected(wallet), heartbeats.stoppedMs(wallet)],
      nonces: [node.nonce(wallet), node.pool.nextNonce(wallet), wallets.nonce(wallet)],
      gas: node.balanceWei(wallet),
      isBusy: venue.relaying.isBusy(wallet),
    })),
  };
}

test("a venue that is started again says what it would have said, and goes on likewise", () => {
  let histories = 0;
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 60 }), (actions) => {
      const path = `${folder.path}/${histories++}.sqlite`;
      const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
      const steady = startVenue(clock);
      let file = openKeptFile(path, { failed });
      let restarted = startVenue(clock, file);
      const both = (run: (venue: Venue) => void) => [steady, restarted].forEach(run);
      const alike = () => expect(told(restarted)).toEqual(told(steady));
      both(({ stagedEvents, liquidity }) => {
        stagedEvents.put(eventOf(0));
        liquidity.put(MARKET.yes, { bids: [levelOf(41)], asks: [levelOf(44)] });
      });
      for (const done of actions) {
        if (done.what === "pass") clock.set(clock.nowMs() + done.number % 5_000);
        else if (done.what === "restart") {
          // What controls set is forgotten; what it has begun already goes on.
          steady.settling.setTerms(USUAL_TERMS);
          steady.relaying.setTerms(USUAL_RELAYING);
          file.close();
          file = openKeptFile(path, { failed });
          restarted = startVenue(clock, file);
        } else both((venue) => act(venue, done));
        alike();
      }
      // Whatever is under way comes to its end.
      for (let blocks = 0; blocks < 10; blocks++) {
        clock.set(nextBlockMs(clock.nowMs()));
        alike();
      }
      file.close();
    }),
    { numRuns: 50 },
  );
});

test("an order that its market delays is decided by the venue that is started again", async () => {
  const path = `${folder.path}/delayed.sqlite`;
  const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
  const file = openKeptFile(path, { failed });
  const killed = startVenue(clock, file);
  killed.stagedEvents.put(eventOf(3));
  killed.liquidity.put(MARKET.yes, { bids: [], asks: [levelOf(44)] });
  place(killed, { what: "order", wallet: WALLET, at: 1, number: 10 });
  expect(killed.ledger.all()).toMatchObject([{ status: "delayed", fills: [] }]);
  file.close();
  clock.set(clock.nowMs() + 3_000);
  const again = openKeptFile(path, { failed });
  const { feed, ledger } = startVenue(clock, again);
  await new Promise<void>((resolve) => feed.listenUser(() => resolve()));
  expect(ledger.all()).toMatchObject([{ status: "matched", fills: [{ priceE6: 440_000n }] }]);
  again.close();
});
