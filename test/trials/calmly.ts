/** A wait for what processes bring about, which leaves them the processor. @module */

const EVERY_MS = 50;

/** Resolves once it is so; the time that a trial may take is the only limit. */
export async function calmly(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!await isSo()) await Bun.sleep(EVERY_MS);
}
