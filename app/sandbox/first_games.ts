/**
 * Waits until a sandbox has games, so that the commands it prints work immediately.
 *
 * @module
 */

/** The longest wait: a schedule simulator of another process may not answer. */
const TIMEOUT_MS = 4_000;
const POLL_MS = 50;

/** Resolves when there are games, or after 4 s of machine time. */
export async function firstGames(
  { hasGames }: { readonly hasGames: () => boolean },
): Promise<void> {
  const untilMs = performance.now() + TIMEOUT_MS;
  while (!hasGames() && performance.now() < untilMs) await Bun.sleep(POLL_MS);
}
