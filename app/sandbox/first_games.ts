/**
 * Waits until a sandbox has games, so that what it prints can be asked at once.
 *
 * @module
 */

/** Whoever waits longer is told all the same: a schedule that runs elsewhere may not answer. */
const PATIENCE_MS = 4_000;
const LOOK_EVERY_MS = 50;

/** Resolves when there are games, or when it has taken too long. In machine time. */
export async function firstGames(
  { hasGames }: { readonly hasGames: () => boolean },
): Promise<void> {
  const untilMs = performance.now() + PATIENCE_MS;
  while (!hasGames() && performance.now() < untilMs) await Bun.sleep(LOOK_EVERY_MS);
}
