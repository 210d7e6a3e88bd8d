import { describe, expect, test } from "bun:test";
import {
  RecordedBooks,
  subscribedTokens,
} from "../../../../app/sandbox/rehearsal/recorded_books.ts";

const book = (...tokens: ReadonlyArray<string>) =>
  JSON.stringify(tokens.map((asset_id) => ({ asset_id, bids: [], event_type: "book" })));
const change = (...tokens: ReadonlyArray<string>) =>
  JSON.stringify({
    price_changes: tokens.map((asset_id) => ({ asset_id, price: "0.5" })),
    event_type: "price_change",
  });
const trade = JSON.stringify({ asset_id: "1", event_type: "last_trade_price" });

describe("recorded books", () => {
  test("are what came since the last snapshot, without other books and trades", () => {
    const books = new RecordedBooks();
    for (const text of [change("1"), book("1", "2"), trade, change("2", "1"), "PONG"]) {
      books.take(text);
    }
    expect(books.framesOf(["1"])).toEqual([book("1"), change("1")]);
    expect(books.framesOf(["1", "2"])).toEqual([book("1", "2"), change("2", "1")]);
    books.take(book("1"));
    expect(books.framesOf(["1"])).toEqual([book("1")]);
    expect(books.framesOf(["2"])).toEqual([book("2"), change("2")]);
  });

  test("come as they came, also where each has a snapshot of its own", () => {
    const books = new RecordedBooks();
    for (const text of [book("1"), book("2"), change("1", "2")]) books.take(text);
    const came = [book("1"), book("2"), change("1", "2")];
    expect(books.framesOf(["1", "2"])).toEqual(came);
    expect(books.framesOf(["2", "1"])).toEqual(came);
  });

  test("are unknown before a snapshot, and once their socket has ended", () => {
    const books = new RecordedBooks();
    books.take(change("1"));
    expect(books.framesOf(["1"])).toEqual([]);
    books.take(book("1"));
    books.clear();
    expect(books.framesOf(["1"])).toEqual([]);
  });

  test.each([
    ['{"assets_ids":["1","22"],"type":"market"}', ["1", "22"]],
    ['{"operation":"subscribe","assets_ids":["3"]}', ["3"]],
    ['{"operation":"unsubscribe","assets_ids":["3"]}', []],
    ["PING", []],
  ])("are wanted by %s", (text, tokens) => {
    expect(subscribedTokens(text)).toEqual(tokens);
  });
});
