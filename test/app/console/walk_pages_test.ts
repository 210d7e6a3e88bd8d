import { describe, expect, test } from "bun:test";
import { type PageStart, walkPages } from "../../../app/console/part/walk_pages.ts";

describe("pages", () => {
  const item = (id: string) => ({ id });
  const ask = ({ cursor }: PageStart) => {
    const page = Number(cursor ?? 0);
    return Promise.resolve({
      data: [item(`${page}`)],
      next_cursor: page === 2 ? "" : String(page + 1),
    });
  };
  const shown = async (pages: number) => {
    const { items, hasMore } = await walkPages(ask, pages);
    return { ids: items.map(({ id }) => id), hasMore };
  };

  test("are those that the reader has asked for", async () => {
    expect(await shown(2)).toEqual({ ids: ["0", "1"], hasMore: true });
  });

  test("end where the list does", async () => {
    expect(await shown(9)).toEqual({ ids: ["0", "1", "2"], hasMore: false });
  });

  test("have each item once, as said last, and end without a cursor too", async () => {
    const first = { data: [{ id: "a", at: 1 }, { id: "b", at: 1 }], next_cursor: "x" };
    const second = { data: [{ id: "b", at: 2 }], next_cursor: null };
    const { items, hasMore, last } = await walkPages(
      ({ cursor }) => Promise.resolve(cursor === "x" ? second : first),
      9,
    );
    expect(items).toEqual([{ id: "a", at: 1 }, { id: "b", at: 2 }]);
    expect({ hasMore, last }).toEqual({ hasMore: false, last: second });
  });
});
