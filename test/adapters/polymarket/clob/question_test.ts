import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { NOW_MS, withOrderBook } from "../order_book_world.ts";

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

  test("fails when the clocks are 45 s apart", async () => {
    await withOrderBook(Effect.fnUntraced(function* ({ fault, question }) {
      const body = NOW_MS / 1000 + 45;
      yield* fault({ match: "GET /time", kind: "status", status: 200, body });
      const failure = yield* Effect.flip(question.ask);
      expect(failure).toMatchObject({ reason: "unreadable" });
      expect(String(failure.cause)).toContain("its clock is 45 s ahead of ours");
    }));
  });

  test("fails when it is refused", () =>
    withOrderBook(Effect.fnUntraced(function* ({ fault, question }) {
      yield* fault({ match: "GET /time", kind: "status", status: 404 });
      expect(yield* Effect.flip(question.ask)).toMatchObject({ reason: "refused" });
    })));
});
