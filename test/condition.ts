/** Ids of conditions for tests. @module */
import { Option } from "effect";
import { type ConditionId, parseConditionId } from "../core/venue/mod.ts";

/** The id with this number. */
export function conditionOf(number: bigint | number): ConditionId {
  return Option.getOrThrow(parseConditionId(`0x${number.toString(16).padStart(64, "0")}`));
}

/** A source that states no protocol, as books of Protocol V1 do. */
export const NO_PROTOCOL = Option.none<string>();
