/** Ids of positions, made from their parts. @module */
import fc from "fast-check";
import { type ConditionId } from "../../../core/venue/mod.ts";
import { conditionOf } from "../../condition.ts";

/** What the id of a position is made of. */
export interface PositionParts {
  readonly moduleId: bigint;
  readonly baseHash: bigint;
  readonly arity: bigint;
  readonly chain: bigint;
  readonly conditionIndex: bigint;
}

const bits = (count: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(count) - 1n });

/** Any parts that a market of Protocol V2 may have. */
export const positionParts: fc.Arbitrary<PositionParts> = fc.record({
  moduleId: fc.constantFrom(1n, 2n, 3n),
  baseHash: bits(128),
  arity: bits(16),
  chain: bits(16),
  conditionIndex: bits(16),
});

/** The id of an outcome, and what a test puts into the reserved bits. */
export function positionIdOf(
  { moduleId, baseHash, arity, chain, conditionIndex }: PositionParts,
  { outcome, reserved = 0n }: { readonly outcome: number; readonly reserved?: bigint },
): string {
  const id = moduleId << 248n | baseHash << 120n | arity << 104n | reserved << 40n | chain << 24n |
    conditionIndex << 8n | BigInt(outcome);
  return String(id);
}

/** The condition of all outcomes. */
export function positionConditionOf(parts: PositionParts): ConditionId {
  return conditionOf(BigInt(positionIdOf(parts, { outcome: 0 })));
}
