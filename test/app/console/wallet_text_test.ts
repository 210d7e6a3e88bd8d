import { describe, expect, test } from "bun:test";
import { browserName } from "../../../app/console/account/browser_name.ts";
import { agoText, spanText } from "../../../app/console/part/span_text.ts";
import { comingStartSec, slugAt } from "../../../app/console/wallets/window_slug.ts";
import { numberText, shortHex } from "../../../app/console/wallets/number_text.ts";
import { filledText, priceText, tradeText } from "../../../app/console/wallets/order_words.ts";
import { walkPages } from "../../../app/console/wallets/walk_pages.ts";

describe("numbers are written as the API writes them", () => {
  test.each([[5, "5"], [0.51000003, "0.51000003"], [0.00000001, "0.00000001"], [
    0.00000051,
    "0.00000051",
  ], [975.000052, "975.000052"]])("%p", (value, text) => expect(numberText(value)).toBe(text));
});

test("long names keep both ends", () => {
  expect(shortHex("0xc5B6485d4c38D40E97c74dB5C9B88d35320EEC10")).toBe("0xc5B6…EC10");
  expect(shortHex("short")).toBe("short");
});

test("spans are as exact as a reader needs", () => {
  expect([0, 59, 60, 3_600, 7_500, 90_000, -3].map(spanText))
    .toEqual(["0 s", "59 s", "1 min", "1 h", "2 h 5 min", "1 d 1 h", "0 s"]);
  expect([-1, 4, 61].map(agoText)).toEqual(["just now", "just now", "1 min ago"]);
});

describe("orders in words", () => {
  test("say what is given", () => {
    expect(tradeText({ side: "BUY", outcome: "Up", amount: 5 })).toBe('Buy "Up" for 5 USDC');
    expect(tradeText({ side: "SELL", outcome: "Up", amount: 5.5 }))
      .toBe('Sell 5.5 shares of "Up"');
  });

  test("say which way a limit works", () => {
    expect(priceText({ side: "BUY", limitPrice: 0.5 })).toBe("at 0.5 USDC a share or less");
    expect(priceText({ side: "SELL", limitPrice: 0.5 })).toBe("at 0.5 USDC a share or more");
    expect(priceText({ side: "BUY" })).toContain("may be worse");
  });

  test("do not guess what the venue does not say", () => {
    expect(filledText({ shares: null, usdc: null, averagePrice: null }))
      .toBe("the venue does not say how much");
    expect(filledText({ shares: 9.8, usdc: 4.99, averagePrice: 0.51 }))
      .toBe("9.8 shares for 4.99 USDC without the fee, 0.51 a share on average");
  });
});

describe("the coming window", () => {
  test("opens after now, also at the very second of an opening", () => {
    expect(comingStartSec(1_795_465_499)).toBe(1_795_465_500);
    expect(comingStartSec(1_795_465_500)).toBe(1_795_465_800);
  });

  test("is found by its start", () => {
    const windows = [{ timestamp_start: 300, slug: "a" }, { timestamp_start: 600, slug: "b" }];
    expect(slugAt(windows, 600)).toBe("b");
    expect(slugAt(windows, 900)).toBeUndefined();
  });
});

describe("pages", () => {
  const ask = (cursor: string | undefined) => {
    const page = Number(cursor ?? 0);
    return Promise.resolve({ data: [page], next_cursor: page === 2 ? "" : String(page + 1) });
  };

  test("are those that the reader has asked for", async () => {
    expect(await walkPages(ask, 2)).toEqual({ items: [0, 1], hasMore: true });
  });

  test("end where the list does", async () => {
    expect(await walkPages(ask, 9)).toEqual({ items: [0, 1, 2], hasMore: false });
  });
});

test("browsers are named by what they say", () => {
  const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) " +
    "Chrome/156.0.0.0 Safari/537.36";
  expect(browserName(chrome)).toBe("Chrome 156 on Linux");
  expect(browserName(`${chrome} Edg/156.0.0.0`)).toBe("Edge 156 on Linux");
  expect(
    browserName(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 " +
        "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    ),
  ).toBe("Safari 18 on iOS");
  expect(browserName("")).toBe("not said");
  expect(browserName("my own bot")).toBe("my own bot");
});
