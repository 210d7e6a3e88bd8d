import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import fc from "fast-check";
import { joinWalks, walkEvents } from "../../../../adapters/polymarket/games/event_walk.ts";

const QUERY = { series_id: "1", closed: "false" } as const;

/** Walks pages by their cursors: the page of each cursor, and where it leads. */
function walk(pages: ReadonlyMap<string, readonly [unknown[], string | null | undefined]>) {
  let calls = 0;
  const events = (_: unknown, cursor = "") => {
    calls += 1;
    const [found, next_cursor] = pages.get(cursor) ?? [[], `${cursor}x`];
    return Effect.succeed({ events: found, next_cursor });
  };
  return Effect.runPromise(Effect.map(
    walkEvents({ events }, QUERY),
    (found) => ({ ...found, calls }),
  ));
}

describe("walkEvents", () => {
  test("shows every event of every page once, in order", async () => {
    const list = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(list, fc.constantFrom("", null, undefined), async (all, end) => {
        const pages = new Map(all.map((page, at) => {
          const next = at + 1 === all.length ? end : `c${at + 1}`;
          return [at === 0 ? "" : `c${at}`, [page, next]] as const;
        }));
        expect<unknown>(await walk(pages))
          .toEqual({ events: all.flat(), isComplete: true, calls: all.length });
      }),
    );
  });

  test("ends unfinished where a cursor comes again", async () => {
    const pages = new Map(
      [
        ["", [[1], "a"]],
        ["a", [[2], "b"]],
        ["b", [[3], "a"]],
      ] as const,
    ) as Parameters<typeof walk>[0];
    expect(await walk(pages)).toEqual({ events: [1, 2, 3], isComplete: false, calls: 3 });
  });

  test("ends unfinished where there is no end", async () => {
    const { isComplete, calls } = await walk(new Map());
    expect({ isComplete, isBounded: calls < 200 }).toEqual({ isComplete: false, isBounded: true });
  });
});

test("walks together are finished when each is", () => {
  const [whole, part] = [true, false].map((isComplete) => ({ events: [isComplete], isComplete }));
  if (whole === undefined || part === undefined) throw new Error("two walks are needed");
  expect(joinWalks([whole, whole])).toEqual({ events: [true, true], isComplete: true });
  expect(joinWalks([whole, part]).isComplete).toBe(false);
  expect(joinWalks([])).toEqual({ events: [], isComplete: true });
});
