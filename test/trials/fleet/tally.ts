/** What is counted while a fault lasts, and until everything is as before. @module */

/** Counts of one fault. */
export interface Tally {
  /** Whether questions are of the load: what is asked after the fault holds more than it. */
  isLasting: boolean;
  /** Questions for prices while the fault lasts, and those that got a whole answer in time. */
  sent: number;
  held: number;
  /** How often which path was answered otherwise, by status, or late, or not at all. */
  readonly notHeld: Map<string, number>;
  /** The longest time until a question had an answer. */
  longestMs: number;
  wrong: number;
  lost: number;
  doubled: number;
  /** Windows and seconds that the stream published as missing, to each client that misses them. */
  missing: number;
  /** Orders requested, and the longest time until one was settled. */
  orders: number;
  settledMs: number;
  /** The first few of what should not happen. */
  readonly examples: Array<string>;
}

const EXAMPLES_MAX = 12;

/** Makes an empty one. */
export function makeTally(): Tally {
  const counts = { sent: 0, held: 0, wrong: 0, lost: 0, doubled: 0, missing: 0, orders: 0 };
  const times = { longestMs: 0, settledMs: 0 };
  return { isLasting: false, ...counts, ...times, notHeld: new Map(), examples: [] };
}

/** Counts what must not happen, or what was published as missing, and keeps what it was. */
export function addFlaw(
  tally: Tally,
  flaw: "wrong" | "lost" | "doubled" | "missing",
  { what, count = 1 }: { readonly what: string; readonly count?: number },
): void {
  tally[flaw] += count;
  const isKept = count > 0 && tally.examples.length < EXAMPLES_MAX;
  if (isKept) tally.examples.push(`${flaw}: ${what}`);
}
