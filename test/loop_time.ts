/**
 * Time as this process's event loop lives it: what a bound on waiting is compared with, where
 * everything that is waited for happens in this process.
 *
 * A busy machine lets the loop turn less often, and an interval never makes up for what it missed:
 * a product that waits as long as it should is never found slow, and one that waits for longer is.
 *
 * @module
 */

/** The finest that is counted. */
const TICK_MS = 10;

/** Counts the milliseconds during which the loop turns, until it is stopped. */
export function startLoopTime() {
  let ticks = 0;
  const timer = setInterval(() => ticks++, TICK_MS);
  return { ms: () => ticks * TICK_MS, stop: () => clearInterval(timer) };
}

/** Returns how long `work` took, in milliseconds during which the loop turned. */
export async function loopMsOf(work: () => Promise<unknown>): Promise<number> {
  const time = startLoopTime();
  try {
    await work();
  } finally {
    time.stop();
  }
  return time.ms();
}
