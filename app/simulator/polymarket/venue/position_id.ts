/**
 * The layout of a Protocol V2 id's 256 bits: whole bytes, so that hex digits suffice.
 *
 * Source: the venue's documentation of Protocol V2 and its recorded markets.
 *
 * @module
 */

/** The fields of an id. Text fields are lower-case hex digits. */
export interface PositionParts {
  /** 1: binary, 2: neg-risk. */
  readonly moduleId: number;
  /** 32 digits. */
  readonly baseHash: string;
  readonly arity: number;
  /**
   * 16 digits: zero in every id of the second protocol, by which the venue's client recognises it.
   */
  readonly reserved: string;
  readonly resolutionChain: number;
  readonly conditionIndex: number;
  readonly outcomeIndex: number;
}

/** The modules whose markets have two outcomes. */
export const MODULE = { binary: 1, negRisk: 2 } as const;

/** Hex digits of each field, from the highest bits down. */
const DIGITS = {
  moduleId: 2,
  baseHash: 32,
  arity: 4,
  reserved: 16,
  resolutionChain: 4,
  conditionIndex: 4,
  outcomeIndex: 2,
} as const satisfies Readonly<Record<keyof PositionParts, number>>;

/** The value of {@linkcode PositionParts.reserved}. */
export const NOTHING_RESERVED = "0".repeat(DIGITS.reserved);

/** Returns the 64 hex digits of an id. */
export function composePosition(parts: PositionParts): string {
  const fields = Object.keys(DIGITS) as ReadonlyArray<keyof PositionParts>;
  return fields.map((name) => parts[name].toString(16).padStart(DIGITS[name], "0")).join("");
}

/** Parses the fields of 64 hex digits. */
export function readPosition(hex: string): PositionParts {
  let at = 0;
  const digits = (name: keyof PositionParts) => hex.slice(at, at += DIGITS[name]);
  const number = (name: keyof PositionParts) => parseInt(digits(name), 16);
  return {
    moduleId: number("moduleId"),
    baseHash: digits("baseHash"),
    arity: number("arity"),
    reserved: digits("reserved"),
    resolutionChain: number("resolutionChain"),
    conditionIndex: number("conditionIndex"),
    outcomeIndex: number("outcomeIndex"),
  };
}

/** Returns whether 64 hex digits have the layout of one side of a two-outcome market. */
export function isPosition(hex: string): boolean {
  const { moduleId, reserved, outcomeIndex } = readPosition(hex);
  return (moduleId === MODULE.binary || moduleId === MODULE.negRisk) &&
    reserved === NOTHING_RESERVED && outcomeIndex < 2;
}

/**
 * Returns the 64 hex digits of an id's condition as the order book pads it: without the outcome.
 */
export function conditionOfPosition(hex: string): string {
  return hex.slice(0, -DIGITS.outcomeIndex) + "0".repeat(DIGITS.outcomeIndex);
}

/** Returns a condition in the metadata's form, without the last byte, which is always zero. */
export function shortCondition(conditionId: string): string {
  return conditionId.slice(0, -DIGITS.outcomeIndex);
}
