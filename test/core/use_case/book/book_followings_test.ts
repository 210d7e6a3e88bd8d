import { describe, expect, test } from "bun:test";
import { Effect, Option } from "effect";
import fc from "fast-check";
import { HELD_TOKENS_MAX } from "../../../../core/port/venue_books.ts";
import { quoteOf, venueBook } from "../../../memory/venue_books.ts";
import { withLoneBooks } from "./lone_books.ts";

const TOKENS = ["1", "2", "3", "4"];

describe("followings of books", () => {
  test("are of every token that anyone follows, and tell each to those who do", () => {
    const token = fc.constantFrom(...TOKENS);
    const step = fc.record({ who: fc.nat(2), tokenIds: fc.array(token, { maxLength: 5 }) });
    fc.assert(
      fc.property(
        fc.array(step),
        (steps) =>
          withLoneBooks(Effect.fnUntraced(function* (books, venue) {
            const told: ReadonlyArray<Array<string>> = [[], [], []];
            const followings = yield* Effect.forEach(
              told,
              (each) => books.follow((tokenId) => void each.push(tokenId)),
            );
            const wanted: Array<ReadonlyArray<string>> = [[], [], []];
            for (const { who, tokenIds } of steps) {
              expect(yield* followings[who]?.setTokens(tokenIds) ?? Effect.die("nobody")).toEqual(
                [],
              );
              wanted[who] = tokenIds;
              expect(venue.held().toSorted()).toEqual([...new Set(wanted.flat())].toSorted());
              venue.put(...TOKENS.map((tokenId) => venueBook(tokenId)));
              told.forEach((each, at) =>
                expect(each.splice(0)).toEqual([...new Set(wanted[at])].toSorted())
              );
            }
          })),
      ),
    );
  });

  test("have a bound, and give a place to others once it is free", () => {
    withLoneBooks(Effect.fnUntraced(function* (books, venue) {
      const [first, second] = [yield* books.follow(() => {}), yield* books.follow(() => {})];
      const many = Array.from({ length: HELD_TOKENS_MAX + 2 }, (_, at) => `${at}`);
      expect(yield* first.setTokens(many)).toEqual(many.slice(HELD_TOKENS_MAX));
      expect(venue.held()).toHaveLength(HELD_TOKENS_MAX);
      expect(yield* second.setTokens(["0", "other"])).toEqual(["other"]);
      expect(yield* first.setTokens(["1"])).toEqual([]);
      expect(yield* second.setTokens(["0", "other"])).toEqual([]);
      expect(venue.held().toSorted()).toEqual(["0", "1", "other"]);
    }));
  });

  test("end with the scope of who follows", () => {
    withLoneBooks(Effect.fnUntraced(function* (books, venue) {
      const lasting = yield* books.follow(() => {});
      yield* lasting.setTokens(["1", "2"]);
      yield* Effect.scoped(Effect.gen(function* () {
        yield* (yield* books.follow(() => {})).setTokens(["2", "3"]);
        expect(venue.held()).toEqual(["1", "2", "3"]);
      }));
      expect(venue.held()).toEqual(["1", "2"]);
    }));
  });

  test("have the newest quote and the whole book of a token", () => {
    withLoneBooks(Effect.fnUntraced(function* (books, venue) {
      const quotes: Array<unknown> = [];
      const following = yield* books.follow((tokenId) => void quotes.push(books.quoteNow(tokenId)));
      yield* following.setTokens(["1"]);
      const book = venueBook("1");
      venue.put(book);
      venue.doubt("1");
      expect(quotes).toEqual([Option.some(quoteOf(book)), Option.none()]);
      venue.put(book);
      expect(books.bookNow("1")).toEqual(Option.some(book));
    }));
  });
});
