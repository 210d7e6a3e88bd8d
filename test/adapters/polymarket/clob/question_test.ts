import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { withOrderBook } from "../order_book_world.ts";

describe("the probe's question to the order book", () => {
  test("is answered with the difference of the clocks", () =>
    withOrderBook(Effect.fnUntraced(function* ({ question }) {
      expect(question.name).toBe("venue orders");
      expect(yield* question.ask).toMatch(/^its clock is (0|-?1) s ahead of ours$/);
    })));

  test.each([
    ["/time", 1_700_000_000, /its clock is -\d+ s ahead of ours/],
    ["/time", { error: "no" }, /characters/],
  ])(
    "fails when %s answers %j",
    (path, body, because) =>
      withOrderBook(Effect.fnUntraced(function* ({ fault, question }) {
        yield* fault({ match: `GET ${path}`, kind: "status", status: 200, body });
        const failure = yield* Effect.flip(question.ask);
        expect(failure).toMatchObject({ provider: "venue orders", reason: "unreadable" });
        expect(String(failure.cause)).toMatch(because);
      })),
  );

  test("fails when the clocks are 45 s apart", () =>
    withOrderBook(Effect.fnUntraced(function* ({ fault, question }) {
      const startedSec = Math.floor(Date.now() / 1000);
      const body = startedSec + 45;
      yield* fault({ match: "GET /time", kind: "status", status: 200, body });
      const failure = yield* Effect.flip(question.ask);
      expect(failure).toMatchObject({ reason: "unreadable" });
      const [, aheadSec] = /its clock is (\d+) s ahead of ours/.exec(String(failure.cause)) ?? [];
      const tookSec = Math.ceil(Date.now() / 1000) - startedSec;
      expect(Number(aheadSec)).toBeWithin(45 - tookSec, 46);
    })));

  test("fails when it is refused", () =>
    withOrderBook(Effect.fnUntraced(function* ({ fault, question }) {
      yield* fault({ match: "GET /time", kind: "status", status: 404 });
      expect(yield* Effect.flip(question.ask)).toMatchObject({ reason: "refused" });
    })));
});
