/**
 * How large a trial is: whole, or `--short`; and the options that its environment gives.
 *
 * @module
 */

/** Whether the trial is to take seconds rather than what it needs. */
export const isShort = Bun.env["TRIAL_SHORT"] === "1";

/** One of two sizes. */
export function sized<A>({ short, whole }: { readonly short: A; readonly whole: A }): A {
  return isShort ? short : whole;
}

/** A whole number from the environment, as `TRIAL_SEED=7`; nothing if none is given. */
export function option(name: `TRIAL_${string}`): number | undefined {
  const text = Bun.env[name];
  if (text === undefined || text === "") return undefined;
  if (!/^\d{1,10}$/.test(text)) {
    throw new Error(`Cannot use ${name} "${text}": give a whole number, like ${name}=7`);
  }
  return Number(text);
}

/**
 * Returns the seed of a trial: `TRIAL_SEED`, else that of every short one, so that a change is
 * judged by what it changes, and of a whole one any.
 */
export function trialSeed(): number {
  return option("TRIAL_SEED") ?? sized({ short: 2, whole: Math.floor(Math.random() * 2 ** 31) });
}
