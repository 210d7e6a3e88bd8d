/**
 * Makes this replica run the requests of one idempotency key one at a time.
 *
 * @module
 */
import { Context, Effect, Fiber, Layer, Option, Schema } from "effect";
import type { IdempotencyKey } from "../../port/mod.ts";
import { type MachineClock, MachineTime } from "../time/machine_time.ts";

/** Another request with this idempotency key is in progress. */
export class KeyBusy extends Schema.TaggedError<KeyBusy>()("KeyBusy", { key: Schema.String }) {
  override get message(): string {
    return `A request with the Idempotency-Key "${this.key}" is in progress`;
  }
}

/** An idempotency key of an account. */
export type AccountKey = Pick<IdempotencyKey, "accountId" | "key">;

/** The idempotency keys in use in this replica. */
export class IdempotencyLock extends Context.Service<IdempotencyLock, {
  /**
   * Runs `work` once the work deferred for its key is done. Fails with {@linkcode KeyBusy} while
   * other work of the key runs.
   */
  readonly withKey: <A, E, R>(
    key: AccountKey,
    work: Effect.Effect<A, E, R>,
  ) => Effect.Effect<A, E | KeyBusy, R>;

  /**
   * Runs `work` in the background, after the work deferred for its key before. Only the next
   * request of the key waits for it.
   */
  readonly defer: <R>(
    key: Option.Option<AccountKey>,
    work: Effect.Effect<void, never, R>,
  ) => Effect.Effect<void, never, R>;

  /** Waits for all work that is deferred now, so that what it stores can be read. */
  readonly awaitDeferred: Effect.Effect<void>;
}>()("core/use_case/IdempotencyLock") {}

/**
 * How long deferred work waits before it starts, in machine time. The caller gets its answer first,
 * and its next order is likely on its way by then.
 */
const DEFER_MS = 10;

/** Provides the lock of this replica. */
export const layerIdempotencyLock: Layer.Layer<IdempotencyLock> = Layer.effect(
  IdempotencyLock,
  Effect.gen(function* () {
    const { service, drain } = makeIdempotencyLock(yield* MachineTime);
    // Deferred work must finish before the store closes.
    yield* Effect.addFinalizer(() => drain);
    return service;
  }),
);

function makeIdempotencyLock(time: MachineClock): {
  readonly service: IdempotencyLock["Service"];
  readonly drain: Effect.Effect<void>;
} {
  const working = new Set<string>();
  const deferred = new Set<Fiber.Fiber<void>>();
  const deferredByKey = new Map<string, Fiber.Fiber<void>>();

  const service = IdempotencyLock.of({
    withKey: <A, E, R>(key: AccountKey, work: Effect.Effect<A, E, R>) =>
      Effect.suspend((): Effect.Effect<A, E | KeyBusy, R> => {
        const name = nameOf(key);
        if (working.has(name)) return Effect.fail(new KeyBusy({ key: key.key }));
        working.add(name);
        const before = deferredByKey.get(name);
        const inOrder = before === undefined ? work : Effect.andThen(Fiber.await(before), work);
        return Effect.ensuring(inOrder, Effect.sync(() => working.delete(name)));
      }),
    defer: Effect.fnUntraced(function* (key, work) {
      const name = Option.getOrUndefined(Option.map(key, nameOf));
      const before = name === undefined ? undefined : deferredByKey.get(name);
      const later = time.sleep(DEFER_MS).pipe(
        Effect.andThen(before === undefined ? Effect.void : Fiber.await(before)),
        Effect.andThen(work),
      );
      const fiber = yield* Effect.forkDetach(Effect.uninterruptible(later));
      deferred.add(fiber);
      if (name !== undefined) deferredByKey.set(name, fiber);
      fiber.addObserver(() => {
        deferred.delete(fiber);
        if (name !== undefined && deferredByKey.get(name) === fiber) deferredByKey.delete(name);
      });
    }),
    // A copy: whoever waits must not wait for what comes later as well.
    awaitDeferred: Effect.suspend(() =>
      Effect.forEach([...deferred], Fiber.await, { discard: true })
    ),
  });
  const drain = Effect.suspend(() => Effect.forEach(deferred, Fiber.await, { discard: true }));
  return { service, drain };
}

function nameOf({ accountId, key }: AccountKey): string {
  return `${accountId} ${key}`;
}
