/**
 * How many rows a table has while look-ups in it are measured, and what that may cost them.
 *
 * @module
 */
import type { Aim } from "../benchmark.ts";

/** From a table that fits into any cache to years of a busy service. */
export const ROW_COUNTS = [10_000, 100_000, 1_000_000, 10_000_000] as const;

/** A look-up costs the same at any number of rows, within a fifth. */
export const SAME_COST: Aim = { ratio: 1.2 };
