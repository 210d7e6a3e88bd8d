/**
 * Asks for the first pages of a list.
 *
 * @module
 */

/** The pages that are shown. */
export interface Pages<Item> {
  readonly items: ReadonlyArray<Item>;
  /** Whether there are more. */
  readonly hasMore: boolean;
}

/** A page as the API answers it; the last one has an empty cursor. */
interface Page<Item> {
  readonly data: ReadonlyArray<Item>;
  readonly next_cursor: string;
}

/** Asks for the first `pages` pages, one after the other. */
export async function walkPages<Item>(
  ask: (cursor: string | undefined) => Promise<Page<Item>>,
  pages: number,
): Promise<Pages<Item>> {
  const items: Array<Item> = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages; page++) {
    const answer = await ask(cursor);
    items.push(...answer.data);
    cursor = answer.next_cursor;
    if (cursor === "") break;
  }
  return { items, hasMore: cursor !== "" };
}
