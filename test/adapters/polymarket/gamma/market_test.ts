import { describe, expect, test } from "bun:test";
import { BigDecimal, Option, Result, Schema } from "effect";
import fc from "fast-check";
import { readDecimal } from "../../../../adapters/polymarket/gamma/field.ts";
import { toListedMarket } from "../../../../adapters/polymarket/gamma/market.ts";
import { GammaEvent, GammaListedMarket } from "../../../../adapters/polymarket/gamma/payload.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { tokenId, type Written, writtenMarket } from "./gamma_sample.ts";
import { conditionOf } from "../../../condition.ts";

const decode = Schema.decodeUnknownResult(GammaListedMarket);

function read(written: unknown) {
  return Result.flatMap(Result.mapError(decode(written), String), toListedMarket);
}

/** A market as it is parsed, or the error. */
function readOne(changes: Written = {}) {
  return Result.getOrThrow(read(writtenMarket(1, changes))).market;
}

const decimal = (text: string) => BigDecimal.normalize(BigDecimal.fromStringUnsafe(text));
const shown = (value: Option.Option<BigDecimal.BigDecimal>) =>
  Option.getOrUndefined(Option.map(value, BigDecimal.format));

describe("a market of the metadata service", () => {
  test("is parsed with every field", () => {
    expect(readOne()).toEqual({
      id: "1557559",
      slug: "market-1",
      question: "Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET",
      protocol: Option.some("v1"),
      conditionId: Option.some(conditionOf(1)),
      outcomes: [
        { name: "Up", tokenId: Option.some(tokenId(2)) },
        { name: "Down", tokenId: Option.some(tokenId(3)) },
      ],
      isNegRisk: false,
      tickSize: Option.some(decimal("0.01")),
      orderSizeMin: Option.some(decimal("5")),
      isActive: true,
      isClosed: false,
      isAcceptingOrders: true,
      delaySec: 0,
      areFeesEnabled: Option.some(true),
      feeType: Option.some("crypto_fees_v2"),
      feeSchedule: Option.some({
        rate: decimal("0.07"),
        exponent: decimal("1"),
        rebateRate: decimal("0.2"),
        isTakerOnly: true,
      }),
    });
  });

  test("takes no orders, and has no tokens or fee, if the fields are missing", () => {
    const bare = Result.getOrThrow(read({ id: 7, slug: "bare" }));
    expect(bare).toMatchObject({ event: Option.none(), tags: [] });
    const fields = ["conditionId", "tickSize", "orderSizeMin", "areFeesEnabled", "feeType"];
    expect(bare.market).toMatchObject({
      id: "7",
      outcomes: [],
      isNegRisk: false,
      isActive: false,
      isClosed: false,
      isAcceptingOrders: false,
      delaySec: 0,
      ...Object.fromEntries([...fields, "feeSchedule"].map((name) => [name, Option.none()])),
    });
    const nulls = Object.fromEntries(
      Object.keys(GammaListedMarket.fields).map((key) => [key, null]),
    );
    expect(read({ ...nulls, id: "7", slug: "bare" })).toEqual(Result.succeed(bare));
  });

  test.each<[string, Written]>([
    ["numbers as text", { orderPriceMinTickSize: "0.010", orderMinSize: "5", id: 1_557_559 }],
    ["lists that are lists", { outcomes: ["Up", "Down"], clobTokenIds: [2, 3].map(tokenId) }],
    ["a fee in text", {
      feeSchedule: { exponent: "1", rate: "0.07", takerOnly: true, rebateRate: "0.20" },
    }],
    ["white space in a list", { outcomes: '[\n"Up" ,"Down"]' }],
    ["unknown fields", { volume: {}, constructor: "x", liquidity: null }],
  ])("means the same with %s", (_, changes) => {
    expect(readOne(changes)).toEqual(readOne());
  });

  test("may have outcomes that differ in case alone: only orders need to tell them apart", () => {
    const { outcomes } = readOne({ outcomes: '["YES", "Yes"]' });
    expect(outcomes.map(({ name }) => name)).toEqual(["YES", "Yes"]);
  });

  test.each<[string, unknown]>([
    ["empty text", ""],
    ["an empty list in text", "[]"],
    ["null in text", "null"],
    ["an empty list", []],
    ["null", null],
    ["nothing", undefined],
  ])("has no tokens yet when they are %s", (_, clobTokenIds) => {
    expect(readOne({ clobTokenIds }).outcomes).toEqual([
      { name: "Up", tokenId: Option.none() },
      { name: "Down", tokenId: Option.none() },
    ]);
  });

  test.each(["", "0x", `0x${"0".repeat(62)}`])(
    "is not deployed while its condition is %p",
    (conditionId) => {
      expect(readOne({ conditionId }).conditionId).toEqual(Option.none());
    },
  );

  test("has no fees, or unknown fees if the field is missing", () => {
    expect(readOne({ feesEnabled: false, feeType: null, feeSchedule: null })).toMatchObject({
      areFeesEnabled: Option.some(false),
      feeType: Option.none(),
      feeSchedule: Option.none(),
    });
  });

  test("belongs to the first of its events and has tags when it was asked with them", () => {
    const listed = Result.getOrThrow(read(writtenMarket(1, {
      events: [{ id: "260654", slug: "btc-5m", title: "Bitcoin" }, { id: 2, slug: "b" }],
      tags: [{ id: "1", slug: "5M", label: "5M" }, { slug: "x" }, { label: "Up" }],
    })));
    expect(listed.event).toEqual(Option.some({ id: "260654", slug: "btc-5m", title: "Bitcoin" }));
    expect(listed.tags).toEqual([
      { slug: "5M", label: "5M" },
      { slug: "x", label: "x" },
      { slug: "Up", label: "Up" },
    ]);
  });

  const POSITION = [String(BigInt(conditionOf(0xcd00n)))];
  const fee = { exponent: 1, rate: 0.07, takerOnly: true, rebateRate: 0.2 };
  test.each<[string, Written]>([
    ["three tokens of two outcomes", { clobTokenIds: [1, 2, 3].map(tokenId) }],
    ["one token of two outcomes", { clobTokenIds: JSON.stringify([tokenId(1)]) }],
    ["tokens without outcomes", { outcomes: "[]" }],
    ["one token twice", { clobTokenIds: JSON.stringify([tokenId(1), tokenId(1)]) }],
    ["tokens that lost digits", { clobTokenIds: "[1e76, 2e76]" }],
    ["shortened tokens", { clobTokenIds: '["1042…3875", "7118…3351"]' }],
    ["empty tokens", { clobTokenIds: '["", ""]' }],
    ["an outcome without a name", { outcomes: '["Up", " "]' }],
    ["outcomes that are no list", { outcomes: '{"0":"Up","1":"Down"}' }],
    ["outcomes cut off", { outcomes: '["Up", "Do' }],
    ["outcomes that are numbers", { outcomes: "[1, 2]" }],
    ["a condition cut off", { conditionId: "0xa467b14d" }],
    ["a condition of 30 bytes", { conditionId: `0x${"a".repeat(60)}` }],
    ["one position of two outcomes", { version: "v2", positionIds: POSITION }],
    ["positions that lost digits", { version: "v2", positionIds: "[1e76, 2e76]" }],
    ["one position twice", { version: "v2", positionIds: [...POSITION, ...POSITION] }],
    ["a condition that is no hex", { conditionId: `0x${"g".repeat(64)}` }],
    ["a tick of 0", { orderPriceMinTickSize: 0 }],
    ["a tick below 0", { orderPriceMinTickSize: -0.01 }],
    ["a tick as text", { orderPriceMinTickSize: "small" }],
    ["a size below 0", { orderMinSize: "-5" }],
    ["a delay below 0", { secondsDelay: -1 }],
    ["a rate below 0", { feeSchedule: { ...fee, rate: -0.07 } }],
    ["an endless rate", { feeSchedule: { ...fee, rate: Infinity } }],
    ["a rate of nothing", { feeSchedule: { ...fee, rate: "" } }],
    ["a rate of null", { feeSchedule: { ...fee, rate: null } }],
    ["a rate of thirty places", { feeSchedule: { ...fee, rate: 1e-30 } }],
    ["a huge exponent", { feeSchedule: { ...fee, exponent: "1e99" } }],
    ["a rebate in percent", { feeSchedule: { ...fee, rebateRate: "20%" } }],
    ["half a fee", { feeSchedule: { rate: 0.07, rebateRate: 0.2 } }],
    ["an empty fee", { feeSchedule: {} }],
    ["fees that are on by text", { feesEnabled: "true" }],
    ["no id", { id: undefined }],
    ["an id that is no number", { id: 1.5 }],
    ["no slug", { slug: "" }],
    ["an event without a slug", { events: [{ id: "1" }] }],
    ["a tag without a name", { tags: [{ id: "1" }] }],
  ])("cannot be read with %s", (_, changes) => {
    expect(Result.isFailure(read(writtenMarket(1, changes)))).toBe(true);
  });
});

describe("a decimal of the metadata service", () => {
  test("keeps every digit that is written, as a number or as text", () => {
    const written = fc.tuple(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 9 }))
      .map(([digits, places]) => {
        const padded = String(digits).padStart(places + 1, "0");
        return `${padded.slice(0, -places)}.${padded.slice(-places)}`;
      });
    fc.assert(
      fc.property(written, (text) => {
        const exact = Result.succeed(decimal(text));
        expect(readDecimal("x", text)).toEqual(exact);
        expect(readDecimal("x", JSON.parse(text))).toEqual(exact);
      }),
      { examples: [["0.0000001"], ["0.0175"], ["0.072"], ["99999.9"]] },
    );
  });

  test("is the value of the text, or none", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double()), (value) => {
        const result = readDecimal("x", value);
        if (Result.isSuccess(result)) {
          expect(Number(value)).toBeGreaterThanOrEqual(0);
          expect(BigDecimal.toNumberUnsafe(result.success)).toBe(Number(value) + 0);
        }
      }),
      { examples: [[""], [" "], ["1_0"], ["0x1"], ["-0"], [-0], ["1e9999999"], [NaN], [1e300]] },
    );
  });
});

describe("recorded markets", () => {
  const DOCUMENT = "../upstream/polymarket.md";
  const documented = async () => {
    const text = await Bun.file(sharedPath(DOCUMENT)).text();
    const blocks = [...text.slice(text.indexOf("### 1.5")).matchAll(/```json\n([^]*?)```/g)];
    return blocks.map(([, json = ""]) => JSON.parse(json));
  };

  testWithShared([DOCUMENT], "one asked for with its tags", async () => {
    const [politics] = await documented();
    const { market, tags, event } = Result.getOrThrow(read(politics));
    expect(tags.map(({ slug }) => slug)).toEqual(["world-affairs", "geopolitics"]);
    expect(event).toEqual(Option.none());
    expect(shown(market.tickSize)).toBe("0.001");
    expect(market.outcomes.map(({ name }) => name)).toEqual(["Yes", "No"]);
    expect(Option.getOrThrow(market.feeSchedule)).toEqual({
      rate: decimal("0.04"),
      exponent: decimal("1"),
      rebateRate: decimal("0.25"),
      isTakerOnly: true,
    });
  });

  testWithShared([DOCUMENT], "one of five minutes, once its tokens are whole", async () => {
    const [, written] = await documented();
    const window = { ...written as Written, version: "v1" };
    expect(Result.isFailure(read(window))).toBe(true);
    const whole = { ...window, clobTokenIds: JSON.stringify([tokenId(1), tokenId(2)]) };
    expect(Result.getOrThrow(read(whole))).toMatchObject({
      event: Option.some({ id: "260654", slug: "btc-updown-5m-1773307200" }),
      market: { delaySec: 0, feeSchedule: Option.none(), areFeesEnabled: Option.none() },
    });
  });

  const CLIENT = "venue_samples/polymarket.txt";
  testWithShared([CLIENT], "one that writes its numbers as text", async () => {
    const text = await Bun.file(sharedPath(CLIENT)).text();
    const [, json = ""] = /## parseEventToMarkets[^{]*(\{[^]*?\n \})/.exec(text) ?? [];
    // The quotes inside were escaped once more, and some of them doubled, on their way there.
    const market = Result.getOrThrow(read(JSON.parse(json.replace(/\\\\""?/g, '\\"')))).market;
    expect([market.tickSize, market.orderSizeMin].map(shown)).toEqual(["0.001", "5"]);
    expect(market).toMatchObject({ isClosed: true, isAcceptingOrders: false });
    expect(market.outcomes.map(({ name }) => name)).toEqual(["Yes", "No"]);
    expect(market.areFeesEnabled).toEqual(Option.some(false));
  });

  const FIELDS = "polymarket/gamma_fields.json";
  testWithShared([FIELDS], "the venue's own list has every field that is read", async () => {
    const { types } = await Bun.file(sharedPath(FIELDS)).json();
    const unknown = Object.keys(GammaListedMarket.fields).filter((key) => !(key in types.Market));
    expect(unknown).toEqual([]);
    expect(Object.keys(GammaEvent.fields).filter((key) => !(key in types.Event))).toEqual([]);
  });
});
