/**
 * Conflation: of values that replace each other, a slow taker is given the newest now and then.
 *
 * @module
 */
import { Effect, Option } from "effect";

/** The shortest time between two values of a key, in milliseconds of machine time. */
export const CONFLATED_EVERY_MS = 100;

/** What a conflation runs on, and where its values go. */
export interface ConflationOptions<Value> {
  /** Sleeps in machine time. */
  readonly sleep: (ms: number) => Effect.Effect<void>;
  /** Runs an effect in the background. */
  readonly fork: (effect: Effect.Effect<void>) => void;
  readonly publish: (value: Value) => void;
}

/**
 * Returns a function that takes the values of keys. The first is published at once; the next of its
 * key no sooner than {@linkcode CONFLATED_EVERY_MS} later, and then the newest. The last one always
 * is. It holds one value of a key.
 */
export function makeConflation<Key, Value>(
  { sleep, fork, publish }: ConflationOptions<Value>,
): (key: Key, value: Value) => void {
  /** The keys of which a value was published lately, with the one that waits. */
  const resting = new Map<Key, Option.Option<Value>>();

  const rest = Effect.fnUntraced(function* (key: Key) {
    for (;;) {
      yield* sleep(CONFLATED_EVERY_MS);
      const waiting = resting.get(key) ?? Option.none();
      if (Option.isNone(waiting)) break;
      resting.set(key, Option.none());
      publish(waiting.value);
    }
    resting.delete(key);
  });

  return (key, value) => {
    if (resting.has(key)) return void resting.set(key, Option.some(value));
    resting.set(key, Option.none());
    publish(value);
    fork(rest(key));
  };
}
