/**
 * The parts of time that recorded data covers.
 *
 * @module
 */
import { countBelow } from "./count_below.ts";

/** A half-open span `[from, to)`, in whatever unit its owner counts. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Spans that do not touch each other, in order; grows by {@linkcode Coverage.add}. */
export interface Coverage {
  add(spans: ReadonlyArray<Span>): void;
  /** The covered span that holds the instant, if there is one. */
  at(instant: number): Span | undefined;
  /** The first covered span that begins at the instant or later. */
  nextFrom(instant: number): Span | undefined;
  /** The last covered span that ends at the instant or earlier. */
  lastUntil(instant: number): Span | undefined;
}

/** Coverage of nothing. */
export function makeCoverage(): Coverage {
  let spans: ReadonlyArray<Span> = [];
  /** How many spans begin before the instant, or at it. Instants are whole. */
  const beganBy = (instant: number) => countBelow(spans, instant + 1, ({ from }) => from);
  const at = (instant: number) => {
    const span = spans[beganBy(instant) - 1];
    return span !== undefined && instant < span.to ? span : undefined;
  };
  return {
    at,
    add: (more) => void (spans = merged([...spans, ...more])),
    nextFrom: (instant) => spans[beganBy(instant - 1)],
    lastUntil(instant) {
      const index = beganBy(instant) - 1;
      const span = spans[index];
      return span === undefined || span.to <= instant ? span : spans[index - 1];
    },
  };
}

/** Spans that meet or overlap become one. */
function merged(spans: ReadonlyArray<Span>): ReadonlyArray<Span> {
  const found: Array<{ from: number; to: number }> = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else if (from < to) found.push({ from, to });
  }
  return found;
}
