/**
 * Tells this replica of other venues' windows that another one has read.
 *
 * @module
 */
import { Effect } from "effect";
import { News } from "../../port/news.ts";
import { Publisher } from "../live/publisher.ts";

/** Listens until interrupted. What is missed is found at the next look at the store. */
export const shareLegs = Effect.gen(function* () {
  const news = yield* News;
  const { publishLegs } = yield* Publisher;
  yield* news.listen("legs", (received) => {
    if (!("missed" in received) && received.item.kind === "legs") {
      publishLegs(received.item.changed);
    }
  });
  return yield* Effect.never;
}).pipe(Effect.scoped);
