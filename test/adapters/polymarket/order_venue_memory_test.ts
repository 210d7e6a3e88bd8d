import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import { EntryLimits } from "../../../adapters/polymarket/clob/entry_limits.ts";
import { makePolymarketOrderVenue } from "../../../adapters/polymarket/order_venue.ts";
import type { Book } from "../../../core/order/mod.ts";
import type { PrepareInput } from "../../../adapters/polymarket/clob/unsigned_order.ts";
import type { OrderVenue } from "../../../core/port/order_venue.ts";
import { makeTrading, run } from "../../contract/order_venue_staging.ts";
import { DEV_ADDRESS } from "./clob/dev_wallet.ts";
import { NO_BOOKS, stageOrderVenue } from "./order_venue_world.ts";
import { conditionOf } from "../../condition.ts";
import { runScoped } from "../../still_run.ts";
import { EMPTY_BOOK } from "../../core/order/arbitrary_book.ts";

type Venue = OrderVenue["Service"];

const { world, fault, mend, asked } = stageOrderVenue();

/** Runs with an adapter that has just been made. */
function withVenue<A, E>(
  use: (venue: Venue) => Effect.Effect<A, E>,
  books = NO_BOOKS,
): Promise<A> {
  const options = { clobUrl: world().url, books, limits: new EntryLimits() };
  return runScoped(Effect.flatMap(makePolymarketOrderVenue(options), use));
}
const pass = (ms: number) => Effect.promise(() => world().pass(ms));
const count = (path: string) => Effect.promise(async () => (await asked(path)).length);

const DRAFT = {
  wallet: { address: DEV_ADDRESS, funder: DEV_ADDRESS, signatureType: 0 },
  tokenId: "7",
  kind: "v1",
  order: { side: "BUY", makerAmountE6: 1n, takerAmountE6: 1n },
} as PrepareInput;

describe("a market's terms", () => {
  test("are asked for once, and again when rules have changed", async () => {
    const { conditionId } = await world().market({});
    await withVenue(Effect.fnUntraced(function* (venue) {
      for (let i = 0; i < 3; i += 1) yield* venue.terms(conditionId);
      expect(yield* count("/clob-markets/")).toBe(1);
      yield* venue.forgetRules;
      yield* venue.terms(conditionId);
      expect(yield* count("/clob-markets/")).toBe(2);
    }));
  });

  test("that take no orders are asked for every time", async () => {
    const { conditionId } = await world().market({ isAcceptingOrders: false });
    await withVenue(Effect.fnUntraced(function* (venue) {
      for (let i = 0; i < 3; i += 1) yield* venue.terms(conditionId);
      expect(yield* count("/clob-markets/")).toBe(3);
    }));
  });

  const TERMS = {
    c: conditionOf(12),
    v: "v1",
    t: [{ t: "7", o: "Yes" }],
    mts: 0.01,
    mos: 5,
    ao: true,
  };
  const termsOf = async (body: unknown) => {
    await fault("GET /clob-markets/", { status: 200, body });
    return await withVenue((venue) => Effect.result(venue.terms(conditionOf(12))));
  };

  test("state the fee, if there is one", async () => {
    const fee = { r: 0.07, e: 1, to: true };
    expect(await termsOf(TERMS)).toMatchObject({
      success: { fee: { feeSchedule: Option.none() }, isNegRisk: false, sizeMinE6: 5_000_000n },
    });
    await mend();
    expect(await termsOf({ ...TERMS, nr: true, mts: "0.0025", fd: fee })).toMatchObject({
      success: {
        tickE6: 2_500n,
        isNegRisk: true,
        fee: { feeSchedule: { value: { rate: { value: 7n, scale: 2 }, isTakerOnly: true } } },
      },
    });
  });

  test.each([
    { ...TERMS, c: conditionOf(13) },
    { ...TERMS, c: "0xc" },
    { ...TERMS, t: [] },
    { ...TERMS, t: [{ t: "x", o: "Yes" }] },
    { ...TERMS, mts: 0 },
    { ...TERMS, mts: 1e-7 },
    { ...TERMS, mts: "0.0100001" },
    { ...TERMS, mos: "many" },
    { ...TERMS, fd: { r: -1, e: 1 } },
    {},
  ])("cannot be read from %j", async (body) => {
    expect(await termsOf(body)).toMatchObject({
      failure: { _tag: "ProviderFailed", reason: "unreadable" },
    });
  });
});

describe("a book", () => {
  const liquid = async () => {
    const market = await world().market({});
    await world().putBook(market.yes, { asks: [["0.27", "100"]] });
    return market;
  };

  test("is asked for once a quarter of a second, however many want it", async () => {
    const { yes } = await liquid();
    await withVenue(Effect.fnUntraced(function* (venue) {
      yield* Effect.all([venue.book(yes), venue.book(yes)], { concurrency: "unbounded" });
      expect(yield* count("/book")).toBe(1);
      yield* pass(250);
      yield* venue.book(yes);
      expect(yield* count("/book")).toBe(2);
      yield* venue.forgetRules;
      yield* venue.book(yes);
      expect(yield* count("/book")).toBe(3);
    }));
  });

  test("that is followed is not asked for", async () => {
    const { yes, no } = await liquid();
    const followed: Book = { ...EMPTY_BOOK, tokenId: yes };
    const asking: Array<ReadonlyArray<string>> = [];
    const books = {
      follow: (tokenIds: ReadonlyArray<string>) => Effect.sync(() => void asking.push(tokenIds)),
      bookNow: (tokenId: string) => tokenId === yes ? Option.some(followed) : Option.none<Book>(),
    };
    await withVenue(
      Effect.fnUntraced(function* (venue) {
        yield* venue.follow([yes, no]);
        expect(asking).toEqual([[yes, no]]);
        expect(yield* venue.book(yes)).toBe(followed);
        expect(yield* count("/book")).toBe(0);
        yield* venue.book(no);
        expect(yield* count("/book")).toBe(1);
        yield* venue.forgetRules;
        expect(yield* venue.book(yes)).not.toBe(followed);
        expect(yield* count("/book")).toBe(2);
        yield* pass(1_050);
        expect(yield* venue.book(yes)).toBe(followed);
      }),
      books,
    );
  });

  test("that could not be had is asked for again, and so is that of another token", async () => {
    const [one, other] = [await liquid(), await liquid()];
    await fault("GET /book", { status: 404, times: 1 });
    await withVenue(Effect.fnUntraced(function* (venue) {
      const asked = [venue.book(one.yes), venue.book(one.yes)].map(Effect.flip);
      yield* Effect.all(asked, { concurrency: "unbounded" });
      expect(yield* count("/book")).toBe(1);
      yield* venue.book(one.yes);
      yield* venue.book(other.yes);
      expect(yield* count("/book")).toBe(3);
    }));
  });

  const BOOK = { market: conditionOf(12), asset_id: "7", bids: [], asks: [], tick_size: "0.01" };
  const LEVEL = { price: "0.5", size: "10" };
  test.each([
    { ...BOOK, asset_id: "8" },
    { ...BOOK, bids: [LEVEL, { ...LEVEL, price: "0" }] },
    { ...BOOK, bids: [LEVEL, { ...LEVEL, price: "1.01" }] },
    { ...BOOK, asks: [LEVEL, { ...LEVEL, price: "1" }] },
    { ...BOOK, asks: [LEVEL, { ...LEVEL, price: "half" }] },
    { ...BOOK, asks: [LEVEL, { ...LEVEL, size: "0.000000" }] },
    { ...BOOK, bids: [LEVEL, { ...LEVEL, size: "-1" }] },
    { ...BOOK, tick_size: "" },
    { ...BOOK, tick_size: "0" },
    { ...BOOK, tick_size: "1" },
    { error: "no" },
  ])("cannot be read from %j", async (body) => {
    await fault("GET /book", { status: 200, body });
    expect(await withVenue((venue) => Effect.flip(venue.book("7"))))
      .toMatchObject({ _tag: "ProviderFailed", reason: "unreadable" });
  });
});

test("signing an order, and what comes before it, takes no round trip", () =>
  withVenue(Effect.fnUntraced(function* (venue) {
    const order = yield* venue.prepare(DRAFT);
    const signingKey = new Uint8Array(32).fill(7);
    yield* venue.sign({ order, orderType: "FOK", isPostOnly: false, owner: "a", signingKey });
    expect(yield* count("/")).toBe(0);
  })));

const SETTLED_MS = 10_000;

test.each(["v1", "v2"] as const)(
  "the shares of a wallet are read from the chain anew: %s",
  async (kind) => {
    const { signOn, send, stage } = makeTrading(world());
    const [market, wallet] = await stage({ protocol: kind });
    const { signatureType } = wallet.wallet;
    const question = { holder: wallet.holder, signatureType, tokenId: market.yes, kind };
    const beforeE6 = await run(world().venue.sharesE6(question));
    const bought = await send(await signOn(market, wallet), wallet);
    // The chain has them some time after the match.
    expect(await run(world().venue.sharesE6(question))).toBe(beforeE6);
    await world().pass(SETTLED_MS);
    const moreE6 = await run(world().venue.sharesE6(question)) - beforeE6;
    expect(bought).toMatchObject({ kind: "matched", fill: { sharesE6: Option.some(moreE6) } });
    const asset = kind === "v2" ? "CONDITIONAL-V2" : "CONDITIONAL";
    const query = `asset_type=${asset}&token_id=${market.yes}&signature_type=0`;
    expect((await asked("/")).slice(-2)).toMatchObject([
      { path: `/balance-allowance/update?${query}`, status: 200 },
      { path: `/balance-allowance?${query}`, status: 200 },
    ]);
  },
);
