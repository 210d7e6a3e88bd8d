/**
 * The simulated chain's blocks: a function of the seed and the instant, one every two seconds.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { hash32, streamOf } from "../../world/hash.ts";
import { type Hex } from "./contract_call.ts";

/** Between two blocks, in milliseconds. */
export const BLOCK_MS = 2_000;
/** The instant of block 0. */
const GENESIS_MS = Date.parse("2020-05-30T00:00:00Z");
const GWEI = 1_000_000_000n;
const BASE_FEE_MIN_GWEI = 20;
const BASE_FEE_MAX_GWEI = 60;
/** The base fee stays alike for some blocks. */
const FEE_BLOCKS = 32;

/** The least tip that the chain's nodes take, in wei. */
export const TIP_MIN_WEI = 25n * GWEI;
/** What nodes suggest as a tip, in wei. */
export const TIP_USUAL_WEI = 30n * GWEI;

/** Returns the number of the last block at an instant. */
export function blockNumberAt(atMs: number): number {
  return Math.max(0, Math.floor((atMs - GENESIS_MS) / BLOCK_MS));
}

/** Returns the instant of a block, in unix milliseconds. */
export function blockMs(number: number): number {
  return GENESIS_MS + number * BLOCK_MS;
}

/** Returns the instant of the first block after one. */
export function nextBlockMs(atMs: number): number {
  return blockMs(blockNumberAt(atMs) + 1);
}

/** Returns the hash of a block. */
export function blockHash(seed: number, number: number): Hex {
  return `0x${createHash("sha256").update(`block ${number} of ${seed}`).digest("hex")}`;
}

/** Returns the base fee of a block, in wei. */
export function baseFeeWei(seed: number, number: number): bigint {
  const draw = hash32(streamOf(seed, "base fee"), Math.floor(number / FEE_BLOCKS));
  const gwei = BASE_FEE_MIN_GWEI + draw % (BASE_FEE_MAX_GWEI - BASE_FEE_MIN_GWEI + 1);
  return BigInt(gwei) * GWEI;
}
