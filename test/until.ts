/**
 * A wait for a fact that other code brings about.
 *
 * @module
 */

/** Far more than anything takes on a busy machine, and less than a test may take. */
const DEADLINE_MS = 240_000;

/** How a fact is waited for. */
export interface UntilOptions {
  /** What the failure says was awaited; the condition's text if it is not given. */
  readonly what?: string;
  readonly deadlineMs?: number;
  readonly everyMs?: number;
}

/** Resolves once it is so, and rejects after the deadline. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { what = String(isSo), deadlineMs = DEADLINE_MS, everyMs = 5 }: UntilOptions = {},
): Promise<void> {
  const endMs = performance.now() + deadlineMs;
  while (!await isSo()) {
    if (performance.now() > endMs) throw new Error(`Never came, in ${deadlineMs} ms: ${what}`);
    await Bun.sleep(everyMs);
  }
}
