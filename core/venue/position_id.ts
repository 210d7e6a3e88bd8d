/**
 * Ids of positions: what one outcome of a market of Protocol V2 is traded by.
 *
 * An id is 256 bits, from the highest on: the module 8, the base hash 128, the arity 16, reserved
 * 64, the resolution chain 16, the condition's index 16, the outcome's index 8. The reserved bits
 * are zero, and with the outcome's bits cleared as well it is the id of the condition. Ids of
 * Protocol V1 are hashes, whose bits are all at random.
 *
 * Source: the venue's documentation of Protocol V2 and its official client.
 *
 * @module
 */
import { Option } from "effect";
import { type ConditionId, parseConditionId } from "./condition_id.ts";

/** What the id of a position says. */
export interface PositionId {
  /** Which contract module keeps it: 1 binary, 2 neg-risk, 3 combinations. */
  readonly moduleId: number;
  readonly conditionId: ConditionId;
  /** 0 is Up or Yes. */
  readonly outcomeIndex: number;
}

const OUTCOME_BITS = 8;
const MODULE_SHIFT = 248n;
/** Modules have the numbers from 1 on. */
const MODULE_ID_MAX = 3n;
const RESERVED_SHIFT = 40n;
const RESERVED_BITS = 64;
const HEX_DIGITS = 64;

/** A token's id: a number of up to 256 bits, in decimal. */
const TOKEN_ID = /^\d{1,78}$/;

/**
 * Whether an id has the layout of Protocol V2 at first sight: nothing in the reserved bits, and
 * something before them. The venue's own client tells the protocols apart by that.
 */
export function looksLikePosition(tokenId: string): boolean {
  if (!TOKEN_ID.test(tokenId)) return false;
  const id = BigInt(tokenId);
  return id >> (RESERVED_SHIFT + BigInt(RESERVED_BITS)) > 0n && reservedOf(id) === 0n;
}

function reservedOf(id: bigint): bigint {
  return BigInt.asUintN(RESERVED_BITS, id >> RESERVED_SHIFT);
}

/** Reads a position's id from the decimal id of a token; none for one without its layout. */
export function parsePositionId(tokenId: string): Option.Option<PositionId> {
  if (!TOKEN_ID.test(tokenId)) return Option.none();
  const id = BigInt(tokenId);
  const moduleId = id >> MODULE_SHIFT;
  if (reservedOf(id) !== 0n || moduleId < 1n || moduleId > MODULE_ID_MAX) return Option.none();
  const outcomeIndex = BigInt.asUintN(OUTCOME_BITS, id);
  const condition = (id - outcomeIndex).toString(16).padStart(HEX_DIGITS, "0");
  return Option.map(parseConditionId(`0x${condition}`), (conditionId) => ({
    moduleId: Number(moduleId),
    conditionId,
    outcomeIndex: Number(outcomeIndex),
  }));
}
