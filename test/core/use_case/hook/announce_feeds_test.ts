import { expect, test } from "bun:test";
import { Effect, Fiber, Layer, Logger, Option } from "effect";
import { HookStore, HookWriter, StoreFailed } from "../../../../core/port/mod.ts";
import { announceFeeds, LiveStream, MachineTime } from "../../../../core/use_case/mod.ts";
import type { StreamEvent } from "../../../../core/stream/mod.ts";
import { newHook } from "../../../contract/new_hook.ts";
import { layerMemoryHookStore } from "../../../memory/hook_store.ts";

test("a provider that goes down is told, though the store is away at first", async () => {
  const listeners = new Set<(event: StreamEvent) => void>();
  const stream: Pick<LiveStream["Service"], "listen"> = {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  const layer = Layer.mergeAll(
    layerMemoryHookStore,
    Layer.succeed(LiveStream, stream as LiveStream["Service"]),
    Layer.succeed(HookWriter, { write: ({ type }) => `"${type}"` }),
    Layer.succeed(MachineTime, { nowMs: Effect.succeed(1), sleep: () => Effect.sleep(1) }),
    Logger.layer([]),
  );
  const report = await Effect.runPromise(
    Effect.gen(function* () {
      const store = yield* HookStore;
      yield* store.add(newHook("a", { assets: ["eth"] }));
      let failures = 3;
      const wavering = HookStore.of({
        ...store,
        announce: (...notices) =>
          failures-- > 0
            ? Effect.fail(new StoreFailed({ operation: "store messages", cause: "away" }))
            : store.announce(...notices),
      });
      const job = yield* Effect.forkChild(
        Effect.provideService(announceFeeds, HookStore, wavering),
        { startImmediately: true },
      );
      const states = ["down", "degraded", "healthy", "down"] as const;
      for (const [at, state] of states.entries()) {
        for (const listen of listeners) {
          listen({ kind: "feed", provider: "oracle", state, sinceMs: at });
        }
      }
      for (;;) {
        const [told] = yield* store.ofAccount("a");
        if ((told?.waiting ?? 0) === 2) {
          yield* Fiber.interrupt(job);
          expect(listeners.size).toBe(0);
          return told;
        }
        yield* Effect.sleep(1);
      }
    }).pipe(Effect.provide(layer)),
  );
  expect(report).toMatchObject({ waiting: 2, hook: { stop: Option.none() } });
});
