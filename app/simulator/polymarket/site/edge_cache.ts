/**
 * The edge cache of a host: for some seconds the same request has the same answer.
 *
 * @module
 */
import { BoundedMap } from "../../../../core/bounded_map.ts";

/** Answers by request, on the sandbox's clock. */
export interface EdgeCache<Value> {
  get(question: string, nowMs: number): Value | undefined;
  put(question: string, value: Value, nowMs: number): void;
  /** Drops the answers to matching requests. */
  forget(isMeant: (value: Value) => boolean): void;
}

const ANSWERS_MAX = 1_000;

/** Makes an empty cache. A full one drops its oldest answer. */
export function makeEdgeCache<Value>(cachedMs: number): EdgeCache<Value> {
  const answers = new BoundedMap<
    string,
    { readonly value: Value; readonly untilMs: number }
  >(ANSWERS_MAX);
  return {
    get(question, nowMs) {
      const found = answers.get(question);
      return found !== undefined && nowMs < found.untilMs ? found.value : undefined;
    },
    put(question, value, nowMs) {
      answers.setNewest(question, { value, untilMs: nowMs + cachedMs });
    },
    forget(isMeant) {
      for (const [question, { value }] of answers) if (isMeant(value)) answers.delete(question);
    },
  };
}
