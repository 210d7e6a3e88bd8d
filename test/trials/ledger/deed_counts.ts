/** What wallets did, and how often. @module */
import { ApiError, NoAnswer } from "../../../app/client/typescript/mod.ts";

/** By the words for it. */
export const deeds = new Map<string, number>();

/** Counts a deed, or several. */
export function did(done: string, count = 1): void {
  deeds.set(done, (deeds.get(done) ?? 0) + count);
}

/** Does it. Refused is fine: books and balances move meanwhile. */
export async function tried<A>(done: string, deed: () => Promise<A>): Promise<A | undefined> {
  try {
    const answer = await deed();
    did(done);
    return answer;
  } catch (thrown) {
    if (!(thrown instanceof ApiError) && !(thrown instanceof NoAnswer)) throw thrown;
    did(`refused ${done}`);
    return undefined;
  }
}
