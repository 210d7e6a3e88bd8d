/**
 * Lists that the API answers in pages: asks for the first of them.
 *
 * @module
 */

/** One page, as the API answers it. The last one has no cursor, or an empty one. */
export interface PageAnswer<Item> {
  readonly data: ReadonlyArray<Item>;
  readonly next_cursor: string | null;
}

/** Where a page begins, as it is asked for; the first one has no cursor. */
export interface PageStart {
  readonly cursor?: string;
}

/** The pages that are shown. */
export interface Pages<Item, Answer = PageAnswer<Item>> {
  readonly items: ReadonlyArray<Item>;
  /** Whether there are more. */
  readonly hasMore: boolean;
  /** The last of these pages, with what it says of the whole list. */
  readonly last: Answer;
}

/** Asks for the first `pages` pages, one after the other. */
export async function walkPages<
  Item extends { readonly id: string },
  Answer extends PageAnswer<Item>,
>(
  ask: (from: PageStart) => Promise<Answer & PageAnswer<Item>>,
  pages: number,
): Promise<Pages<Item, Answer>> {
  const items = new Map<string, Item>();
  let from: PageStart = {};
  for (let page = 1;; page++) {
    const last = await ask(from);
    // What moved while the pages were read may be on two of them.
    for (const item of last.data) items.set(item.id, item);
    const cursor = last.next_cursor ?? "";
    const hasMore = cursor !== "";
    if (!hasMore || page >= pages) return { items: [...items.values()], hasMore, last };
    from = { cursor };
  }
}
