/**
 * A wait for a fact that other code brings about and tells nobody of.
 *
 * It has no deadline: a machine may be as slow as it likes, and a fact that never comes ends at the
 * runner's limit for a test.
 *
 * @module
 */

/** Between two looks, so that what is waited for has a processor. */
const REST_MS = 1;
/** Looks after which it says what it waits for: many seconds, at the least. */
const SAY_AFTER_LOOKS = 20_000;

/** Resolves once it is so. `what` is awaited: the text of the condition, if that says enough. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
): Promise<void> {
  for (let looks = 1; !await isSo(); looks++) {
    if (looks === SAY_AFTER_LOOKS) console.error(`Still waiting: ${what}`);
    await Bun.sleep(REST_MS);
  }
}

/** Resolves in the next turn of the event loop, when everything that was ready has run. */
export function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
