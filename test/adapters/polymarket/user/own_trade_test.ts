import { expect, test } from "bun:test";
import { Option } from "effect";
import fc from "fast-check";
import { readOwnTrade } from "../../../../adapters/polymarket/user/own_trade.ts";
import { type Fields, known, makerEntry, OTHER, OWN, tradeEvent } from "./user_events.ts";

const read = (fields: Fields) => readOwnTrade(tradeEvent(fields), OWN);

test("a maker's fill is what the entry of its order says, never the taker's top", () => {
  expect(read({})).toEqual({
    fills: [{
      tradeId: "t-1",
      orderId: "0xaa01",
      role: "maker",
      priceE6: 530_000n,
      sharesE6: 5_000_000n,
      state: "matched",
      tx: Option.none(),
      matchedMs: 1_790_000_031_000,
    }],
    doubts: [],
  });
});

/** What decides whose an order is, where what is told is short or at odds. */
const [MINE, THEIRS] = [OWN.apiKey, OTHER.apiKey];
const entry = (fields: Fields) => ({ maker_orders: [makerEntry("0xa", fields)] });
const listed = { owner: MINE, trade_owner: undefined };
const toldOther = { owner: null, trade_owner: THEIRS, trader_side: "TAKER" };
test.each<[string, Fields, string]>([
  ["another key decides against the funder", entry({ owner: THEIRS }), ""],
  ["an entry that names nobody is not the wallet's", entry({ owner: null, maker_address: "" }), ""],
  ["a key may be in capitals", entry({ owner: MINE.toUpperCase() }), "maker 0xa"],
  ["a taker's key decides against the side", { trader_side: "TAKER" }, "maker 0xaa01"],
  ["a side is that of whom it is told", toldOther, "maker 0xaa01"],
  ["the key in a list is not a maker's", listed, "maker 0xaa01"],
  ["nor where a side is missing", { ...listed, trader_side: null }, "maker 0xaa01"],
  ["it is a taker's", { ...listed, trader_side: "", maker_orders: "" }, "taker 0xff01"],
])("%s", (_, fields, orders) => {
  expect(read(fields).fills.map(({ role, orderId }) => `${role} ${orderId}`).join()).toBe(orders);
});

test.each([
  ["TRADE_STATUS_MATCHED_NOT_BROADCASTED", "matched"],
  ["matched_not_broadcasted", "matched"],
  ["trade_status_mined", "mined"],
  ["Retrying", "retrying"],
  ["TRADE_STATUS_FAILED", "failed"],
  ["CONFIRMED", "confirmed"],
  ["SETTLED", "a trade has an unknown status"],
  ["TRADE_STATUS_", "a trade has an unknown status"],
  [null, "a trade has an unknown status"],
])("the status %p is %s", (status, told) => {
  const { fills, doubts } = read({ status });
  expect([...fills.map((fill): string => fill.state), ...doubts]).toEqual([told]);
});

test.each<[Fields, number | undefined]>([
  [{ match_time: 1_790_000_031 }, 1_790_000_031_000],
  [{ match_time: 1_790_000_031_120 }, 1_790_000_031_120],
  [{ match_time: "1790000031120" }, 1_790_000_031_120],
  [{ match_time: undefined, matchtime: "1790000030" }, 1_790_000_030_000],
  [{ match_time: "", match_time_nano: "1790000030007000000" }, 1_790_000_030_007],
  [{ match_time: null }, 1_790_000_031_120],
  [{ match_time: "0", timestamp: "soon", last_update: "1790000032" }, 1_790_000_032_000],
  [{ match_time: "", timestamp: -1 }, undefined],
])("the time of %j is %p", (fields, matchedMs) => {
  expect(read(fields).fills.map((fill) => fill.matchedMs)).toEqual([matchedMs ?? []].flat());
});

test.each([
  ["0xABcd", Option.some("0xabcd")],
  ["", Option.none()],
  [null, Option.none()],
  ["pending", Option.none()],
])("the transaction of %p is %j", (transaction_hash, tx) => {
  expect(read({ transaction_hash }).fills.map((fill) => fill.tx)).toEqual([tx]);
});

test.each<[Fields]>([
  [{ matched_amount: "" }],
  [{ matched_amount: "0" }],
  [{ matched_amount: 5 }],
  [{ matched_amount: "5.0000001" }],
  [{ price: null }],
  [{ order_id: "" }],
])("an own entry with %j is left out alone, and is a doubt", (fields) => {
  const maker_orders = [makerEntry("0xa", fields), makerEntry("0xb")];
  expect(read({ maker_orders })).toMatchObject({
    fills: [{ orderId: "0xb" }],
    doubts: ["an order's part of a trade has no amounts"],
  });
});

test("unreadable amounts of others do not matter", () => {
  const maker_orders = [makerEntry("0xc", { owner: "9999", price: null }), makerEntry("0xb")];
  const taker = { size: "", price: null, taker_order_id: undefined };
  expect(read({ ...taker, maker_orders })).toMatchObject({
    fills: [{ orderId: "0xb" }],
    doubts: [],
  });
});

test("finds the wallet's orders, and nobody else's, in whatever form a trade is told", () => {
  /** What a party of a trade got; a few values that often are the same. */
  const party = fc.record({
    isOwn: fc.boolean(),
    shares: fc.integer({ min: 1, max: 3 }),
    cents: fc.integer({ min: 10, max: 12 }),
  });
  const form = fc.record({
    isList: fc.boolean(),
    isWithoutKeys: fc.boolean(),
    isWithoutRest: fc.boolean(),
    empty: fc.constantFrom(undefined, null, ""),
  });
  const parties = fc.array(party, { minLength: 2, maxLength: 5 });
  fc.assert(fc.property(party, parties, form, (taker, makers, { empty, ...form }) => {
    // Lists name no receiver, so they say the side; so does what names no key.
    const isSideTold = form.isList || form.isWithoutKeys || !form.isWithoutRest;
    const keyOf = ({ isOwn }: { readonly isOwn: boolean }) =>
      form.isWithoutKeys ? empty : (isOwn ? OWN : OTHER).apiKey;
    const told = (trader_side: string) =>
      tradeEvent({
        taker_order_id: "0xO",
        size: String(taker.shares),
        price: `0.${taker.cents}`,
        owner: keyOf(taker),
        trade_owner: form.isList || form.isWithoutKeys ? empty : OWN.apiKey,
        trader_side: isSideTold ? trader_side : empty,
        maker_orders: makers.map((maker, at) =>
          makerEntry(`0xO${at + 1}`, {
            owner: keyOf(maker),
            maker_address: form.isWithoutRest && !form.isWithoutKeys
              ? empty
              : (maker.isOwn ? OWN : OTHER).funder,
            matched_amount: String(maker.shares),
            price: `0.${maker.cents}`,
          })
        ),
      });
    const isMaker = makers.some(({ isOwn }) => isOwn);
    const frames = [
      ...(taker.isOwn ? [told("TAKER")] : []),
      // A list has a trade once; the socket tells it to both.
      ...(isMaker && !(form.isList && taker.isOwn) ? [told("MAKER")] : []),
    ];
    const found = known(frames.flatMap((frame) => readOwnTrade(frame, OWN).fills));
    const expected = [taker, ...makers].flatMap(({ isOwn, shares, cents }, at) =>
      isOwn
        ? [{
          ...(at === 0
            ? { role: "taker", orderId: "0xo" }
            : { role: "maker", orderId: `0xo${at}` }),
          priceE6: BigInt(cents) * 10_000n,
          sharesE6: BigInt(shares) * 1_000_000n,
        }]
        : []
    );
    expect([...found.values()]).toMatchObject(expected);
    expect(found.size).toBe(expected.length);
  }));
});

test("what is known depends on the reports alone: on no order, and on none heard twice", () => {
  const report = fc.record({
    id: fc.constantFrom("t-1", "t-2"),
    status: fc.constantFrom("MATCHED", "MINED", "RETRYING", "FAILED", "CONFIRMED", "ELSE", null),
    transaction_hash: fc.constantFrom("0x1", "0x2", "", undefined),
    match_time: fc.constantFrom("1790000031", 1_790_000_031_500, "", null),
    owner: fc.constantFrom(OWN.apiKey, OTHER.apiKey, ""),
    maker_orders: fc.array(fc.constantFrom("0xa", "0xb").map((id) => makerEntry(id)), {
      maxLength: 2,
    }),
  }).map((fields) => readOwnTrade(tradeEvent(fields), OWN).fills);
  const heard = fc.array(report, { minLength: 1, maxLength: 6 }).chain((reports) =>
    fc.tuple(
      fc.constant(reports),
      fc.shuffledSubarray(reports, { minLength: reports.length }),
      fc.shuffledSubarray(reports),
    )
  );
  // Once joined otherwise: the last state names no transaction, and two before it do.
  const once = (status: string, transaction_hash: string) =>
    read({ status, transaction_hash }).fills;
  const [matched, mined] = [once("MATCHED", "0x1"), once("MINED", "0x2")];
  const bare = once("CONFIRMED", "");
  fc.assert(
    fc.property(heard, ([reports, again, twice]) => {
      expect(known([...twice, ...again].flat())).toEqual(known(reports.flat()));
    }),
    { examples: [[[[matched, mined, bare], [matched, bare, mined], []]]] },
  );
});
