/** Facts as the console's pages write them: a row for each, the text and what was given. @module */
import { describe, expect, test } from "bun:test";
import type { PlacedOrder, SentOrder } from "../../../app/client/typescript/mod.ts";
import { browserName } from "../../../app/console/account/browser_name.ts";
import { COVERAGE_WORDS, progressText } from "../../../app/console/games/game_words.ts";
import {
  countText,
  numberText,
  percentText,
  usdcText,
} from "../../../app/console/part/number_text.ts";
import { shortHex } from "../../../app/console/part/short_hex.ts";
import { agoText, countdownText, spanText } from "../../../app/console/part/span_text.ts";
import { clockText, dayOf, utcText, windowText } from "../../../app/console/part/time_text.ts";
import { centsText } from "../../../app/console/positions/money_text.ts";
import { positionSum, sumText } from "../../../app/console/positions/position_sum.ts";
import { curveText, profitCurve } from "../../../app/console/positions/profit_curve.ts";
import { answerFields } from "../../../app/console/tools/answer_fields.ts";
import {
  chainText,
  filledText,
  limitText,
  loweredText,
  placedText,
  replacedText,
  restText,
  sentText,
  tradeText,
} from "../../../app/console/wallets/order_words.ts";

const NOON_SEC = Date.parse("2026-11-23T12:00:00Z") / 1000;
const LINUX = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
  "Chrome/156.0.0.0 Safari/537.36";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 " +
  "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const score = { home: 1, away: 0, clock: "58'", period: 2, detail: null, updated_at: null };
const progress = (change: object) =>
  progressText({ status: "live", score: { ...score, ...change } });
const market = { outcome: "Up", amount: 5.5 } as const;

const REST = {
  walletId: "w",
  slug: "s",
  outcome: "Up",
  side: "BUY",
  price: 0.53,
  size: 20,
  orderType: "GTC",
} as const;
const RESTS = "What is not filled immediately rests";
const FIVE = "5 shares for 2.5 USDC without the fee, 0.5 a share on average";
const REPLACED = { ok: true, canceled: false, filledBefore: 0, order: null } as const;

/** A limit order at rest, of which so much has traded. */
const live = (shares: number): PlacedOrder => ({
  ok: true,
  orderId: "0x1",
  status: "live",
  latencyS: 0.1,
  order: { ...REST, tokenId: "1", amount: 10.6, negRisk: false },
  filled: { shares, usdc: shares / 2, averagePrice: shares === 0 ? null : 0.5 },
});
const sumOf = (values: ReadonlyArray<number | null>, hasMore = false) =>
  sumText(positionSum(values.map((value_usdc) => ({ value_usdc }))), hasMore);
const curve = (...realized: ReadonlyArray<number | null>) =>
  curveText(
    profitCurve(
      realized.map((realized_usdc, day) => ({ key: `2026-11-2${day}`, realized_usdc })),
      "2026-11-25",
    ),
  );
const settling = (fields: Partial<SentOrder>, now = "2026-11-23T12:00:10Z") =>
  chainText(sent({ state: "matched", created_at: "2026-11-23T12:00:00Z", ...fields }), { now });
const sent = (fields: Partial<SentOrder>) =>
  ({ order: live(0).order, filled: null, refusal: null, why: null, ...fields }) as SentOrder;

describe("a page writes", () => {
  test.each<[what: string, text: string, wanted: string]>([
    ["every decimal of a number", numberText(0.51000003), "0.51000003"],
    ["a small number without an exponent", numberText(0.00000051), "0.00000051"],
    ["a share of a whole in hundredths", percentText(0.0413), "4.13\u00a0%"],
    ["USDC in groups of digits", usdcText(1_234_567.12345), "1,234,567.12345 USDC"],
    ["USDC with the decimals that it has", usdcText(10_004.9), "10,004.9 USDC"],
    ["less than a group as it is", usdcText(975.000052), "975.000052 USDC"],
    ["USDC in cents", centsText(8_026.315), "8,026.32"],
    ["a loss in cents", centsText(-0.005), "\u22120.01"],
    ["less than a cent with all its digits", centsText(-0.004999), "\u22120.004999"],
    ["that there is nothing, in cents", centsText(0), "0.00"],
    ["of how many positions a sum is", sumOf([1, 2]), "2 positions"],
    ["which positions a sum is without", sumOf([1, null, 2]), "2 positions, 1 more not certain"],
    ["of how many positions none is certain", sumOf([null]), "1 position"],
    ["that there are more positions", sumOf([1], true), "of the last 1 position"],
    [
      "a curve by its end, its top and its bottom",
      curve(-2, 12.5, -1),
      "9.50 USDC on 2026-11-25, highest 10.50 on 2026-11-21, lowest \u22122.00 on 2026-11-20",
    ],
    ["a curve that only rises by its end", curve(1, 2), "3.00 USDC on 2026-11-25"],
    [
      "which days a curve is without",
      curve(1, null, 2),
      "3.00 USDC on 2026-11-25. Not certain, and left out: 2026-11-21",
    ],
    ["none of a thing", countText(0, "order"), "0 orders"],
    ["only one of a thing as one", countText(1, "order"), "1 order"],
    ["both ends of a long name", shortHex(`0xc5B6${"0".repeat(32)}EC10`), "0xc5B6…EC10"],
    ["a short name whole", shortHex("short"), "short"],

    ["a span in seconds", spanText(59), "59 s"],
    ["a span in minutes", spanText(60), "1 min"],
    ["a span of whole hours", spanText(3_600), "1 h"],
    ["a span of hours and minutes", spanText(7_500), "2 h 5 min"],
    ["a span of days and hours", spanText(90_000), "1 d 1 h"],
    ["no span below zero", spanText(-3), "0 s"],
    ["what has just been", agoText(4), "just now"],
    ["what has been a while ago", agoText(61), "1 min ago"],
    ["a countdown in seconds", countdownText(59), "0:59"],
    ["a countdown in minutes", countdownText(3_599), "59:59"],
    ["a countdown in hours", countdownText(3_723), "1:02:03"],
    ["a countdown of more than a day in hours", countdownText(90_000), "25:00:00"],
    ["a countdown that stops at zero", countdownText(-3), "0:00"],

    ["a time without seconds where it has none", clockText(NOON_SEC), "12:00"],
    ["a time with its seconds", clockText(NOON_SEC + 61), "12:01:01"],
    ["a window's day once", windowText(NOON_SEC, NOON_SEC + 300), "2026-11-23 12:00 to 12:05"],
    [
      "a window's last day where it is another",
      windowText(NOON_SEC, NOON_SEC + 86_400),
      "2026-11-23 12:00 to 2026-11-24 12:00",
    ],
    ["an instant to the second", utcText("2026-11-23T12:05:07.250Z"), "2026-11-23 12:05:07"],
    ["the last second of a UTC day", dayOf(NOON_SEC + 43_199), "2026-11-23"],
    ["the first second of a UTC day", dayOf(NOON_SEC + 43_200), "2026-11-24"],

    [
      "a limit order in shares, with its price",
      tradeText({ outcome: "Up", side: "BUY", price: 0.53, size: 20 }),
      'Buy 20 shares of "Up" at 0.53',
    ],
    ["that an order rests without an end", restText(REST), `${RESTS} until it is cancelled.`],
    [
      "for how long an order rests",
      restText({ ...REST, lifeS: 30 }),
      `${RESTS} for 30 s at most: then this service cancels it.`,
    ],
    [
      "until when an order rests that may only rest",
      restText({ ...REST, orderType: "GTD", expiresAt: "2026-11-27 17:00", postOnly: true }),
      "It rests until 2026-11-27 17:00, UTC where it names no other. The venue refuses it if it " +
      "would trade at once.",
    ],
    [
      "that an order rests",
      placedText(live(0)),
      'Buy 20 shares of "Up" at 0.53: it rests at the venue',
    ],
    [
      "what a resting order has traded",
      sentText(sent({ state: "live", filled: live(5).filled })),
      `it rests at the venue; traded: ${FIVE}`,
    ],
    [
      "why an order was canceled, and what it has traded",
      sentText(sent({ state: "canceled", why: "its life is over", filled: live(5).filled })),
      `its life is over; traded: ${FIVE}`,
    ],
    [
      "no trade of which nothing is left",
      sentText(sent({ state: "matched", filled: live(0).filled })),
      'Buy 20 shares of "Up" at 0.53',
    ],
    ["that a trade is settling", settling({ filled: live(5).filled }), "settling"],
    [
      "what of an order is settled",
      settling({ filled: live(5).filled, settled: live(2).filled }),
      "settling; 2 shares confirmed",
    ],
    [
      "that nobody tells of a trade any more",
      settling({ filled: live(5).filled }, "2026-11-24T12:00:00Z"),
      "not heard to be confirmed",
    ],
    [
      "nothing where all is settled",
      settling({ filled: live(5).filled, settled: live(5).filled }),
      "",
    ],
    [
      "what failed on the chain",
      settling({ filled: live(0).filled, why: "5 shares failed on the chain" }),
      "5 shares failed on the chain",
    ],
    [
      "no reason of a cancelling twice",
      settling({ state: "canceled", why: "its life is over" }),
      "",
    ],
    [
      "why no order took the place of another",
      replacedText({ ...REPLACED, canceled: true, why: "below_minimum" }),
      "The former order is cancelled, and none is in its place: what was left of it is less than " +
      "the market takes",
    ],
    [
      "that an order had traded before it was replaced",
      replacedText({ ...REPLACED, why: "filled" }),
      "The former order had traded before it could be cancelled",
    ],
    [
      "why the order in the place of another was refused",
      replacedText({ ...REPLACED, canceled: true, why: "would_cross" }),
      "The former order is cancelled, and none is in its place: the new one was refused " +
      "(would_cross)",
    ],
    ["a purchase in USDC", tradeText({ ...market, side: "BUY" }), 'Buy "Up" for 5.5 USDC'],
    ["a sale in shares", tradeText({ ...market, side: "SELL" }), 'Sell 5.5 shares of "Up"'],
    [
      "that a purchase may cost less than its limit",
      limitText({ side: "BUY", limitPrice: 0.5 }),
      "at 0.5 USDC a share or less",
    ],
    [
      "that a sale may bring more than its limit",
      limitText({ side: "SELL", limitPrice: 0.5 }),
      "at 0.5 USDC a share or more",
    ],
    [
      "why a purchase was lowered",
      loweredText({ side: "BUY", amount: 10, loweredTo: 9.58 }),
      "9.58 USDC, so that the balance also covers the fee",
    ],
    [
      "why a sale was lowered",
      loweredText({ side: "SELL", amount: 20.11, loweredTo: 20.1 }),
      "20.1 shares, as the venue takes fewer decimals",
    ],
    [
      "no guess of what the venue does not say",
      filledText({ shares: null, usdc: null, averagePrice: null }),
      "the venue has not said yet how much",
    ],
    [
      "what was filled",
      filledText({ shares: 9.8, usdc: 4.99, averagePrice: 0.51 }),
      "9.8 shares for 4.99 USDC without the fee, 0.51 a share on average",
    ],

    ["what a scoreboard says of a game", progress({ detail: "HT" }), "HT"],
    ["a game's clock and period", progress({}), "58', period 2"],
    ["a period alone", progress({ clock: null }), "period 2"],
    ["nothing of a game without either", progress({ clock: null, period: null }), ""],
    ["no clock of a game to come", progressText({ status: "scheduled", score: null }), ""],
    ["no clock of a game that is not played", progressText({ status: "postponed", score }), ""],

    ["a browser's name and system", browserName(LINUX), "Chrome 156 on Linux"],
    [
      "a browser that is made of another",
      browserName(`${LINUX} Edg/156.0.0.0`),
      "Edge 156 on Linux",
    ],
    ["a browser of a phone", browserName(PHONE), "Safari 18 on iOS"],
    ["a program as it names itself", browserName("my own bot"), "my own bot"],
    ["that a browser has no name", browserName(""), "not said"],
  ])("%s", (_, text, wanted) => expect(text).toBe(wanted));

  test("that a market order may fill at a worse price", () =>
    expect(limitText({ side: "BUY" })).toContain("may be worse"));

  test("an answer's fields in its order, each with its path", () => {
    expect(answerFields({ now: "x", fee: { usdc: "1.750", type: null }, all: ["a"], none: {} }))
      .toEqual([["now", "x"], ["fee.usdc", "1.750"], ["fee.type", "null"], ["all.0", "a"]]);
  });

  test("each coverage with a word and a symbol of its own", () => {
    const words = Object.values(COVERAGE_WORDS);
    expect(new Set(words.map(({ word }) => word)).size).toBe(words.length);
    expect(new Set(words.map(({ symbol }) => symbol)).size).toBe(words.length);
  });
});
