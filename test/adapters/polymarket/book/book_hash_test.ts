import { expect, test } from "bun:test";
import fc from "fast-check";
import { bookHasher } from "../../../../adapters/polymarket/book/book_hash.ts";
import { readE6, writeE6 } from "../../../../adapters/polymarket/clob/e6_text.ts";
import { conditionOf, NO_PROTOCOL } from "../../../condition.ts";

// An answer of the venue's `GET /book` of 2026-08-03, of a market without a trade.
test("bookHasher() gives the venue's own hash of a book of Protocol V1", () => {
  const book = {
    tokenId: "72610532355343625199299853218161700546393390326785971247545541945337255643692",
    conditionId: conditionOf(0x9d839bf0aa31324b9848f5b89841b779238a7c07dee2f7fca675d934e8ab5bf2n),
    protocol: NO_PROTOCOL,
    bids: [{ priceE6: 2_000n, sizeE6: 6_990_000n }, { priceE6: 1_000n, sizeE6: 667_120_000n }],
    asks: [],
    tickE6: 1_000n,
  };
  expect(bookHasher(book, { timestampMs: 1_785_734_468_581, isNegRisk: true })(""))
    .toBe("d7df883ae546b09533a4f485bfae0810da1af04e");
});

test("writeE6() writes what readE6() reads, without needless zeros", () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), (valueE6) => {
    const text = writeE6(valueE6);
    expect(readE6(text)).toBe(valueE6);
    expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
  }));
});
