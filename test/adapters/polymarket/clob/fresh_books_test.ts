import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeFreshBooks } from "../../../../adapters/polymarket/clob/fresh_books.ts";
import { ProviderFailed } from "../../../../core/port/mod.ts";

type Book = Effect.Success<ReturnType<Parameters<typeof makeFreshBooks>[0]["book"]>>;

const FAILURE = new ProviderFailed({
  provider: "venue orders",
  reason: "unreachable",
  cause: "down",
});

/** Books of a venue that counts its requests, on a clock that the test moves. */
async function world() {
  const state = { nowMs: 0, isDown: false };
  const asked: Array<string> = [];
  const books = await Effect.runPromise(makeFreshBooks({
    nowMs: () => state.nowMs,
    book: (tokenId) =>
      Effect.gen(function* () {
        asked.push(tokenId);
        yield* Effect.yieldNow;
        if (state.isDown) return yield* FAILURE;
        return { number: asked.length } as unknown as Book;
      }),
  }));
  const ask = (...tokenIds: ReadonlyArray<string>) =>
    Effect.runPromise(Effect.forEach(tokenIds, books.book, { concurrency: "unbounded" }));
  return { state, asked, ask, books };
}

describe("fresh books", () => {
  test("are requested once for all who want one, until the request is too old", async () => {
    const { state, asked, ask } = await world();
    expect(new Set(await ask(...Array.from({ length: 20 }, () => "1"))).size).toBe(1);
    state.nowMs = 250;
    await ask("1");
    expect(asked).toEqual(["1"]);
    state.nowMs = 251;
    await ask("1");
    expect(asked).toEqual(["1", "1"]);
  });

  test("are one of each token", async () => {
    const { asked, ask } = await world();
    const [one, other] = await ask("1", "2");
    expect([one === other, asked]).toEqual([false, ["1", "2"]]);
  });

  test("are requested again once forgotten, and after a failure, which all get", async () => {
    const { state, asked, ask, books } = await world();
    state.isDown = true;
    expect(await ask("1", "1").catch((failure) => failure)).toMatchObject({
      _tag: "ProviderFailed",
    });
    state.isDown = false;
    await ask("1");
    expect(asked).toEqual(["1", "1"]);
    await Effect.runPromise(books.forget);
    await ask("1");
    expect(asked).toHaveLength(3);
  });
});
