/**
 * Times pieces of work at several sizes in turns, so that what slows the machine slows all of them.
 *
 * @module
 */
import { percentileOf } from "../spread.ts";
import type { SizeCosts } from "./path_costs.ts";

/** A size, and a piece of its work. `number` counts up and is never the same twice. */
export interface Stage {
  readonly size: number;
  readonly piece: (number: number) => Promise<unknown>;
}

/** Returns the median milliseconds of a piece, a value per round. The sizes alternate. */
export async function medianMsInTurns(
  stages: ReadonlyArray<Stage>,
  { rounds, pieces }: { readonly rounds: number; readonly pieces: number },
): Promise<ReadonlyArray<SizeCosts>> {
  const found = stages.map((): Array<number> => []);
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    const tookMs = stages.map(() => new Float64Array(pieces));
    for (let at = 0; at < pieces; at++) {
      for (const [which, { piece }] of stages.entries()) {
        const startMs = performance.now();
        await piece(round * pieces + at);
        tookMs[which]?.set([performance.now() - startMs], at);
      }
    }
    if (round === 0) continue;
    for (const [which, took] of tookMs.entries()) found[which]?.push(percentileOf(took.sort(), 50));
  }
  return stages.map(({ size }, which) => ({ size, values: found[which] ?? [] }));
}

/** Returns numbers below `count` that are far from each other for neighbouring numbers. */
export function scattered(number: number, count: number): number {
  return Number(BigInt(number) * 2_654_435_761n % BigInt(count));
}
