/** The books of a process that shares them with no other, over a venue in memory. @module */
import { Effect, Layer, type Scope } from "effect";
import { EVERY_LEASE, Leases } from "../../../../core/port/leases.ts";
import { News } from "../../../../core/port/news.ts";
import { VenueBooks } from "../../../../core/port/venue_books.ts";
import { layerLiveBooks, LiveBooks } from "../../../../core/use_case/book/mod.ts";
import { makeMemoryVenueBooks } from "../../../memory/venue_books.ts";

/** Runs what uses the books. */
export function withLoneBooks<A, E>(
  use: (
    books: LiveBooks["Service"],
    venue: ReturnType<typeof makeMemoryVenueBooks>,
  ) => Effect.Effect<A, E, Scope.Scope>,
): A {
  const venue = makeMemoryVenueBooks();
  const layer = layerLiveBooks.pipe(Layer.provide(Layer.mergeAll(
    Layer.succeed(Leases, EVERY_LEASE),
    Layer.mock(News, { publish: () => {} }),
    Layer.succeed(VenueBooks, venue.service),
  )));
  const used = Effect.flatMap(LiveBooks, (books) => use(books, venue));
  return Effect.runSync(Effect.scoped(Effect.provide(used, layer)));
}
