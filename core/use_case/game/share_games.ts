/**
 * Publishes to the fleet that games were written, so that all replicas show them at the same time.
 *
 * @module
 */
import { Effect, Queue } from "effect";
import { LEAD, StoreLeases } from "../../port/leases.ts";
import { News } from "../../port/news.ts";
import { subscribeScoped } from "../live/publisher.ts";
import { runGameJob } from "./game_jobs.ts";
import { GameReadModel } from "./game_read_model.ts";

/** Shares writes until interrupted: the leader publishes what its model shows, the others read. */
export const shareGames = Effect.gen(function* () {
  const readModel = yield* GameReadModel;
  const leases = yield* StoreLeases;
  const news = yield* News;
  /** Revisions to publish, and to read. Only the latest counts. */
  const [shown, published] = [yield* Queue.sliding<number>(1), yield* Queue.sliding<number>(1)];
  yield* subscribeScoped({
    publishGames: ({ listing }) => void Queue.offerUnsafe(shown, listing.revision),
  });
  yield* news.listen("games", (received) => {
    if ("missed" in received) Queue.offerUnsafe(published, Infinity);
    else if (received.item.kind === "games") Queue.offerUnsafe(published, received.item.revision);
  });
  const publish = Effect.gen(function* () {
    const revision = yield* Queue.take(shown);
    if (leases.holds(LEAD)) news.publish("games", { kind: "games", revision });
  });
  const read = Effect.gen(function* () {
    const revision = yield* Queue.take(published);
    if (revision > (readModel.current()?.revision ?? 0)) yield* runGameJob("read_model");
  });
  return yield* Effect.raceFirst(Effect.forever(publish), Effect.forever(read));
}).pipe(Effect.scoped);
