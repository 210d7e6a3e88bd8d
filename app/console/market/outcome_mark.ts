/**
 * How windows ended, as pages mark it: never by a colour alone.
 *
 * @module
 */
import type { OutcomeMeta } from "../../client/typescript/mod.ts";

/** A mark, the class of its colour, and the word for it. */
export interface OutcomeMark {
  readonly sign: string;
  readonly colour: string;
  readonly word: string;
}

const MARKS: Readonly<Record<NonNullable<OutcomeMeta["outcome"]>, OutcomeMark>> = {
  up: { sign: "▲", colour: "up", word: "up" },
  down: { sign: "▼", colour: "down", word: "down" },
  tie: { sign: "=", colour: "", word: "tie" },
};

const UNKNOWN: OutcomeMark = { sign: "?", colour: "soft", word: "not known yet" };

/** Returns the mark of how a window ended. */
export function outcomeMark(outcome: OutcomeMeta["outcome"]): OutcomeMark {
  return outcome === null ? UNKNOWN : MARKS[outcome];
}
