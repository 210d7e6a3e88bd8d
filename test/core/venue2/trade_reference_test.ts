import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import { RequestRejected } from "../../../core/request.ts";
import {
  formatTradeSlug,
  parseTradeReference,
  sideNumber,
  TRADE_ORIGIN,
  tradeSlugOf,
} from "../../../core/venue2/mod.ts";
import { market } from "./arbitrary.ts";

const parse = (text: string, tradeOrigin = TRADE_ORIGIN.mainnet) =>
  parseTradeReference(text, { parameter: "slug", tradeOrigin });
const SITE = TRADE_ORIGIN.mainnet;
const YES = "btc-above-78213-yes-may-03-0600";

describe("the name of a market", () => {
  test("is the same alone and as the URL of its page, however that is written", () => {
    const form = fc.constantFrom<(name: string) => string>(
      (name) => name,
      (name) => ` ${name} `,
      (name) => `${name}/`,
      (name) =>
        name.replace(/[a-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 65_248)),
      (name) => `${SITE}:443/trade/${name}`.replace("https://", ""),
      (name) => name.toUpperCase(),
      (name) => `${SITE}/trade/${name}`,
      (name) => `${SITE}/outcomes/${name}`,
      (name) => `${SITE}/trade/${name}/`,
      (name) => `${SITE}/trade/${name}?ref=x&y=/z`,
      (name) => `${SITE}/trade/${name}#chart`,
      (name) => `${SITE}/trade/${name}/?a=1#b`,
      (name) => `${SITE}/trade/${name}`.toUpperCase(),
      (name) => `${SITE}:443/trade/${name}`,
      (name) => `${SITE}/trade/${name}`.replace("https:", "http:"),
      (name) => `${SITE}/trade/${name}`.replace("https:", ""),
      (name) => `${SITE}/trade/${name}`.replace("https://", ""),
    );
    const side = fc.constantFrom("yes" as const, "no" as const, null);
    fc.assert(fc.property(market(fc.nat()), side, form, (market, side, form) => {
      const slug = formatTradeSlug(tradeSlugOf(market, side));
      const reference = Result.getOrThrow(parse(form(slug)));
      expect(reference.text).toBe(slug);
      expect(reference).toEqual(Result.getOrThrow(parse(slug)));
      expect(reference.by).toBe("slug");
    }));
  });

  test("may be a coin, as pages have it", () => {
    const sides = fc.record({
      outcomeId: fc.integer({ min: 0, max: 10 ** 9 }),
      sideIndex: fc.constantFrom(0 as const, 1 as const),
    });
    fc.assert(fc.property(sides, (coin) => {
      const number = sideNumber(coin);
      const spellings = [
        `#${number}`,
        `%23${number}`,
        `${SITE}/trade/#${number}`,
        `${SITE}/trade#${number}`,
        `${SITE}/trade/#${number}?x=1`,
        `${SITE}/trade/%23${number}`,
        `${SITE}/outcomes/%23${number}`,
        `${SITE}/outcomes/%23${number}/?x=1#y`,
      ];
      for (const text of spellings) {
        const reference = { by: "coin" as const, text: `#${number}`, coin };
        expect(parse(text)).toEqual(Result.succeed(reference));
      }
    }));
  });

  test.each([
    ["another site", `https://example.com/trade/${YES}`],
    ["another site that is called alike", `https://app.hyperliquid.xyz.example.com/trade/${YES}`],
    ["another site behind a name", `https://app.hyperliquid.xyz@example.com/trade/${YES}`],
    ["the site with a name before it", `https://me@app.hyperliquid.xyz/trade/${YES}`],
    ["the site with a password before it", `https://:pass@app.hyperliquid.xyz/trade/${YES}`],
    ["a coin with too many digits", "#1234567890123450"],
    ["the site on another port", `https://app.hyperliquid.xyz:8443/trade/${YES}`],
    ["the test network's site", `${TRADE_ORIGIN.testnet}/trade/${YES}`],
    ["a site below", `https://api.app.hyperliquid.xyz/trade/${YES}`],
    ["an address without a host", `/trade/${YES}`],
    ["a file", `file:///trade/${YES}`],
    ["another scheme", `ftp://app.hyperliquid.xyz/trade/${YES}`],
    ["a script", `javascript:fetch("https://app.hyperliquid.xyz/trade/${YES}")`],
    ["a page of no market", `${SITE}/trade/`],
    ["another page", `${SITE}/portfolio/${YES}`],
    ["a page further down", `${SITE}/trade/${YES}/book`],
    ["a coin without a side", "#2432"],
    ["an unknown coin", "#02"],
    ["a coin in a broken escape", `${SITE}/trade/%2`],
    ["words", "bitcoin above 78213"],
    ["a control", `${YES}\n`.replace("btc", "b\ttc")],
    ["nothing", ""],
    ["too much", "a".repeat(201)],
  ])("is not %s", (_, text) => {
    const reading = parse(text);
    const refused = Option.getOrThrow(Result.getFailure(reading));
    expect(refused).toBeInstanceOf(RequestRejected);
    expect([refused.parameter, refused.received]).toEqual(["slug", text]);
    expect(refused.hint).not.toBe("");
  });

  test.each(["btc/up", `trade/${YES}`, "btc-above-78213/yes/may"])(
    "is said to have no slash where no address was meant: %s",
    (text) => {
      const refused = Option.getOrThrow(Result.getFailure(parse(text)));
      expect(refused.hint).toStartWith("Send the slug alone, without slashes");
    },
  );

  test("on the test network is that of its site alone", () => {
    const on = (origin: string) =>
      Result.isSuccess(parse(`${origin}/trade/${YES}`, TRADE_ORIGIN.testnet));
    expect([on(TRADE_ORIGIN.testnet), on(TRADE_ORIGIN.mainnet)]).toEqual([true, false]);
  });

  test.each([
    ["a bucket", "btc-price-range-jul-17-0600-below-63613-yes"],
    ["a custom market", "nba-finals-game-3-san-antonio"],
    ["a name that is no property", "constructor"],
  ])("may be that of %s, which is not an outcome market", (_, text) => {
    expect(parse(`${SITE}/trade/${text}`)).toEqual(Result.succeed({ by: "other", text }));
  });

  test("is read from any text, or refused", () => {
    const pieces = fc.array(fc.constantFrom(
      ...["https://", "app.hyperliquid.xyz", "/", "trade", "#", "%23", "950", YES, "?", "\\", "@"],
      ...[":", "[", " ", "%", "..", "\u0000", "ｈ"],
    ));
    const text = fc.oneof(fc.string({ unit: "binary" }), pieces.map((parts) => parts.join("")));
    fc.assert(fc.property(text, (text) => {
      const reading = parse(text);
      if (Result.isFailure(reading)) return expect(reading.failure.parameter).toBe("slug");
      expect(parse(reading.success.text)).toEqual(reading);
    }));
  });
});
