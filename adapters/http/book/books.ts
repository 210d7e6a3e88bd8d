/**
 * Order books of the primary venue.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia } from "elysia";
import type { EventCatalog } from "../../../core/port/event_catalog.ts";
import type { VenueBooks } from "../../../core/port/venue_books.ts";
import { type LiveBooks, outcomeBook } from "../../../core/use_case/book/mod.ts";
import { Venue } from "../../../core/use_case/venue/mod.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate, HandlerCall } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { readOrderMarket } from "../order/order_market.ts";
import { bookBody, BookQuestion, OrderBook } from "./wire_book.ts";

/** What the routes need of the world. */
export type BookPorts = EventCatalog | LiveBooks | VenueBooks;

/** The routes. */
export function books<Ports>(gate: Gate<Ports | BookPorts>) {
  return new Elysia({ name: "books", prefix: "/api/v1", tags: ["Order books"] })
    .use(edge(gate, "coded"))
    .get("/book", ({ query, call, answer }) => answer(bookOf(query, call)), {
      access: "public",
      isCompressed: true,
      query: BookQuestion,
      response: answers("coded", {
        200: OrderBook,
        404: "The venue lists no such market, the market has no such outcome, or there is no book",
        503: "The venue does not answer, or too many other books were requested of it just now",
      }),
      detail: {
        operationId: "getBook",
        summary: "The order book of an outcome",
        description: "Resting orders by price, best first, exactly as the venue has them. A book " +
          "that this service follows comes from its stream, and only where it is certain; any " +
          "other is requested from the venue, at most once a second whoever asks.",
      },
    })
    .use(otherMethods);
}

const bookOf = Effect.fnUntraced(
  function* ({ slug, outcome, depth, trades }: typeof BookQuestion.static, { nowMs }: HandlerCall) {
    const { market } = yield* Effect.fromResult(readOrderMarket({ slug }, yield* Venue));
    const found = yield* outcomeBook({ market, outcome });
    return { body: bookBody(found, { nowMs, depth, tradesMax: trades }), isCached: found.isCached };
  },
);
