/**
 * Waits between attempts.
 *
 * @module
 */

/** Waits for so many milliseconds, until the signal ends at most. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(stop, signal?.aborted ? 0 : ms);
    signal?.addEventListener("abort", stop);
  });
}
