/**
 * A wait for a fact that other code brings about.
 *
 * @module
 */

/** Far more than anything takes on a busy machine, and less than a test may take. */
const TIMEOUT_MS = 240_000;

/** How long a fact is waited for, and how often it is looked for. */
export interface UntilOptions {
  readonly timeoutMs?: number;
  readonly everyMs?: number;
}

/**
 * Resolves once it is so, and rejects after the timeout with `what` was awaited: the text of the
 * condition, if that says enough.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
  { timeoutMs = TIMEOUT_MS, everyMs = 5 }: UntilOptions = {},
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!await isSo()) {
    if (performance.now() > deadlineMs) throw new Error(`Never came, in ${timeoutMs} ms: ${what}`);
    await Bun.sleep(everyMs);
  }
}
