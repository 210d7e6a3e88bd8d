/**
 * A wait for a fact that other code brings about and tells nobody of.
 *
 * It has no deadline: a machine may be as slow as it likes, and a fact that never comes ends at the
 * runner's limit for a test.
 *
 * @module
 */

/** Looks after which it says what it waits for: many seconds, at the least. */
const SAY_AFTER_LOOKS = 20_000;

/**
 * Resolves once it is so. `what` is awaited: the text of the condition, if that says enough.
 * Between two looks it rests, so that what is waited for has a processor.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
  { everyMs = 1 }: { readonly everyMs?: number } = {},
): Promise<void> {
  for (let looks = 1; !await isSo(); looks++) {
    if (looks === SAY_AFTER_LOOKS) console.error(`Still waiting: ${what}`);
    await Bun.sleep(everyMs);
  }
}

/** Resolves in the next turn of the event loop, when everything that was ready has run. */
export function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
