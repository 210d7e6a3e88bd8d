/**
 * A replica of a fleet under test: what it receives, and a piece of work that it wants to do.
 *
 * @module
 */
import { Deferred, Effect, Fiber, type Layer, ManagedRuntime } from "effect";
import { Leases } from "../../core/port/leases.ts";
import { News, type NewsItem, type ReceivedNews } from "../../core/port/news.ts";

/** The channel that it listens to. */
export const CHANNEL = "targets";

const ends: Array<() => Promise<void>> = [];

/** Ends every replica that still runs and everything else of a test, the last one first. */
export async function endReplicas(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

/** Ends something of this test together with its replicas. */
export function endLater(end: () => Promise<void>): void {
  ends.push(end);
}

/** An item of news that differs from all others. */
export const game = (revision: number): NewsItem => ({ kind: "games", revision });

/** Starts a process that wants to work. */
export async function startWorker<Ports>(layer: Layer.Layer<Leases | Ports, unknown>) {
  const runtime = ManagedRuntime.make(layer);
  const leases = await runtime.runPromise(Leases);
  const finished = Deferred.makeUnsafe<void>();
  let starts = 0;
  let isWorking = false;
  const work = Effect.acquireUseRelease(
    Effect.sync(() => {
      starts += 1;
      isWorking = true;
    }),
    () => Deferred.await(finished),
    () => Effect.sync(() => void (isWorking = false)),
  );
  const fiber = runtime.runFork(leases.whileHeld("work", work));
  let isEnded = false;
  const end = async () => {
    if (isEnded) return;
    isEnded = true;
    await runtime.runPromise(Fiber.interrupt(fiber));
    await runtime.dispose();
  };
  endLater(end);
  return {
    runtime,
    leases,
    end,
    /** Ends its work, and nothing else of it. */
    finish: () => Deferred.doneUnsafe(finished, Effect.void),
    starts: () => starts,
    isWorking: () => isWorking,
  };
}

/** Starts a replica. */
export async function startReplica(layer: Layer.Layer<Leases | News>) {
  const { runtime, ...worker } = await startWorker<News>(layer);
  const news = await runtime.runPromise(News);
  const received: Array<ReceivedNews> = [];
  const listening = news.listen(CHANNEL, (one) => void received.push(one));
  runtime.runFork(Effect.scoped(Effect.andThen(listening, Effect.never)));
  return {
    ...worker,
    news,
    received,
    revisions: () =>
      received.flatMap((one) =>
        "item" in one && one.item.kind === "games" ? [one.item.revision] : []
      ),
    recall: () => runtime.runPromise(news.recall(CHANNEL)),
  };
}
