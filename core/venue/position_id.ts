/**
 * Position ids, which identify the outcomes of Protocol V2 markets in trading.
 *
 * An id has 256 bits, from the highest on: the module 8, the base hash 128, the arity 16, reserved
 * 64, the resolution chain 16, the condition's index 16, the outcome's index 8. The reserved bits
 * are zero. With the outcome's bits cleared it is the id of the condition. Ids of Protocol V1 are
 * hashes, whose bits are all random.
 *
 * Source: the venue's documentation of Protocol V2 and its official client.
 *
 * @module
 */
import { Option } from "effect";
import { type ConditionId, parseConditionId } from "./condition_id.ts";

/** The parts of a position id. */
export interface PositionId {
  /** The contract module that holds it: 1 binary, 2 neg-risk, 3 combinations. */
  readonly moduleId: number;
  readonly conditionId: ConditionId;
  /** 0 is Up or Yes. */
  readonly outcomeIndex: number;
}

const OUTCOME_BITS = 8;
const MODULE_SHIFT = 248n;
/** Modules are numbered from 1. */
const MODULE_ID_MAX = 3n;
const RESERVED_SHIFT = 40n;
const RESERVED_BITS = 64;
const HEX_DIGITS = 64;

/** A token's id: a number of up to 256 bits, in decimal. */
const TOKEN_ID = /^\d{1,78}$/;

/**
 * Returns whether an id looks like the layout of Protocol V2: zeros in the reserved bits and a
 * nonzero value above them. The venue's own client distinguishes the protocols in the same way.
 */
export function looksLikePosition(tokenId: string): boolean {
  if (!TOKEN_ID.test(tokenId)) return false;
  const id = BigInt(tokenId);
  return id >> (RESERVED_SHIFT + BigInt(RESERVED_BITS)) > 0n && reservedOf(id) === 0n;
}

function reservedOf(id: bigint): bigint {
  return BigInt.asUintN(RESERVED_BITS, id >> RESERVED_SHIFT);
}

/** Parses a position id from a token's decimal id; none for an id with another layout. */
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
