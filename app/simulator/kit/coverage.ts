/**
 * The spans of time that recorded data covers.
 *
 * @module
 */
import { countBelow } from "./count_below.ts";

/** A half-open span `[from, to)`, in the unit of its owner. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans that do not touch each other, in order; grows by {@linkcode Coverage.add}. */
export interface Coverage {
  add(spans: ReadonlyArray<Span>): void;
  /** Returns the covered span that contains the instant; undefined if none does. */
  at(instant: number): Span | undefined;
  /** Returns the first covered span that begins at the instant or later. */
  nextFrom(instant: number): Span | undefined;
  /** Returns the last covered span that ends at the instant or earlier. */
  lastUntil(instant: number): Span | undefined;
}

/** Makes an empty coverage. */
export function makeCoverage(): Coverage {
  let spans: ReadonlyArray<Span> = [];
  /** Returns the number of spans that begin at the instant or earlier. Instants are whole. */
  const beganBy = (instant: number) => countBelow(spans, instant + 1, ({ from }) => from);
  const at = (instant: number) => {
    if (spans.length === 0) return undefined;
    const span = spans[beganBy(instant) - 1];
    return span !== undefined && instant < span.to ? span : undefined;
  };
  return {
    at,
    add: (more) => void (spans = merged([...spans, ...more])),
    nextFrom: (instant) => spans[beganBy(instant - 1)],
    lastUntil(instant) {
      if (spans.length === 0) return undefined;
      const index = beganBy(instant) - 1;
      const span = spans[index];
      return span === undefined || span.to <= instant ? span : spans[index - 1];
    },
  };
}

/** Merges spans that touch or overlap. */
function merged(spans: ReadonlyArray<Span>): ReadonlyArray<Span> {
  const found: Array<{ from: number; to: number }> = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) found.push({ from, to });
  }
  return found;
}
