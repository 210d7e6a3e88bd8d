import { afterAll, describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { Effect, Layer, ManagedRuntime, Option, References } from "effect";
import { type BookPorts, books } from "../../../adapters/http/book/books.ts";
import { OrderBook } from "../../../adapters/http/book/wire_book.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { EVERY_LEASE, Leases } from "../../../core/port/leases.ts";
import { News } from "../../../core/port/news.ts";
import { VenueBooks } from "../../../core/port/venue_books.ts";
import { layerLiveBooks, LiveBooks } from "../../../core/use_case/book/mod.ts";
import { layerStagedCatalog } from "../../memory/event_catalog.ts";
import { makeMemoryVenueBooks, venueBook } from "../../memory/venue_books.ts";
import { stagedEvent, stagedMarket } from "../../stage/staged_event.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import "../edge/wire_formats.ts";

const AT_MS = Date.parse("2026-11-20T12:34:56.789Z");
const MARKET = {
  ...stagedMarket({}),
  slug: "a-market",
  outcomes: [
    { name: "Up", tokenId: Option.some("11") },
    { name: "Down", tokenId: Option.some("22") },
    { name: "Later", tokenId: Option.none<string>() },
  ],
};
const EVENT = stagedEvent({ id: "1", slug: "an-event", markets: [MARKET as never] });

const venue = makeMemoryVenueBooks();
const runtime = ManagedRuntime.make(
  layerLiveBooks.pipe(
    Layer.provideMerge(Layer.succeed(VenueBooks, venue.service)),
    Layer.provideMerge(layerStagedCatalog([EVENT])),
    Layer.provide(Layer.succeed(Leases, EVERY_LEASE)),
    Layer.provide(Layer.mock(News, { publish: () => {} })),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "None")),
  ),
);
afterAll(() => runtime.dispose());
const server = makeServer<BookPorts>({
  ...QUIET_EDGE,
  plugins: books,
  run: makeRun(runtime),
  clock: { nowMs: () => AT_MS + 211, stopwatchMs: () => 0 },
  peerAddressOf: () => "203.0.113.9",
});

async function get(query: string) {
  const response = await server.handle(new Request(`http://localhost/api/v1/book?${query}`));
  const { status, headers } = response;
  const body = await response.json() as Record<string, unknown>;
  if (status === 200) expect([...Value.Errors(OrderBook, body)]).toEqual([]);
  return { status, headers, body };
}

/** Levels from this price in cents on, one a cent. */
const levels = (cents: number, count: number, step: 1 | -1) =>
  Array.from({ length: count }, (_, at) => ({
    priceE6: BigInt(cents + at * step) * 10_000n,
    sizeE6: 1_500_000n + BigInt(at),
  }));

describe("GET /api/v1/book", () => {
  test("gives a requested book whole, in exact text", async () => {
    const bids = [{ priceE6: 470_000n, sizeE6: 120_500_000n }, { priceE6: 1_000n, sizeE6: 1n }];
    venue.answer(venueBook("11", { atMs: AT_MS, bids }));
    const { status, body, headers } = await get("slug=A-Market&outcome=up");
    expect([status, body as unknown]).toEqual([200, {
      now: "2026-11-20T12:34:57.000Z",
      slug: "a-market",
      outcome: "Up",
      tokenId: "11",
      bids: [["0.47", "120.5"], ["0.001", "0.000001"]],
      asks: [["0.48", "75"]],
      at: "2026-11-20T12:34:56.789Z",
      hash: "a".repeat(40),
      source: "request",
    }]);
    expect(headers.get("x-cache")).toBe("MISS");
    venue.isShared = true;
    expect((await get("slug=a-market&outcome=up")).headers.get("x-cache")).toBe("HIT");
    venue.isShared = false;
  });

  test("gives a followed book without a request, another while it is in doubt", async () => {
    await runtime.runPromise(Effect.scoped(Effect.gen(function* () {
      const following = yield* (yield* LiveBooks).follow(() => {});
      yield* following.setTokens(["22"]);
      venue.put(venueBook("22", { atMs: AT_MS, hash: Option.none() }));
      venue.answer(venueBook("22", { atMs: AT_MS + 1 }));
      venue.requested.splice(0);
      const { body, headers } = yield* Effect.promise(() => get("slug=a-market&outcome=DOWN"));
      expect(body).toMatchObject({ source: "stream", hash: null, outcome: "Down" });
      expect([headers.get("x-cache"), venue.requested]).toEqual(["HIT", []]);
      venue.doubt("22");
      const { body: other } = yield* Effect.promise(() => get("slug=a-market&outcome=down"));
      expect(other).toMatchObject({ source: "request", at: "2026-11-20T12:34:56.790Z" });
    })));
  });

  test("has ten levels of a side, or as many as are asked for, the best first", async () => {
    venue.answer(venueBook("11", { bids: levels(49, 48, -1), asks: levels(50, 49, 1) }));
    const sides = async (depth: string) => {
      const { body } = await get(`slug=a-market&outcome=up${depth}`);
      return [body["bids"], body["asks"]] as ReadonlyArray<
        ReadonlyArray<readonly [string, string]>
      >;
    };
    expect((await sides("")).map((side) => side.length)).toEqual([10, 10]);
    expect(await sides("&depth=1")).toEqual([[["0.49", "1.5"]], [["0.5", "1.5"]]]);
    expect((await sides("&depth=100")).map((side) => side.length)).toEqual([48, 49]);
  });

  test("has the last trades where they are asked for, newest first", async () => {
    venue.answer(venueBook("11"));
    for (const cents of [47n, 48n]) {
      venue.trade("11", {
        priceE6: cents * 10_000n,
        sizeE6: 12_500_000n,
        side: "SELL",
        atMs: AT_MS + Number(cents),
      });
    }
    const tradesOf = async (query: string) =>
      (await get(`slug=a-market&outcome=up${query}`)).body["trades"];
    expect(await tradesOf("")).toBeUndefined();
    const last = { price: "0.48", size: "12.5", side: "SELL", at: "2026-11-20T12:34:56.837Z" };
    expect(await tradesOf("&trades=1")).toEqual([last]);
    expect(await tradesOf("&trades=50")).toHaveLength(2);
  });

  test.each([
    ["a market that the venue does not list", "slug=none&outcome=up", 404, "slug of a market"],
    ["an outcome that the market lacks", "slug=a-market&outcome=u", 404, "Up, Down, Later"],
    ["an outcome without a token yet", "slug=a-market&outcome=later", 404, "while it is open"],
    ["no outcome", "slug=a-market", 400, "outcome=Up"],
    ["a depth of 0", "slug=a-market&outcome=up&depth=0", 400, "from 1 to 100"],
    ["a depth of 101", "slug=a-market&outcome=up&depth=101", 400, "from 1 to 100"],
    ["no trades at all", "slug=a-market&outcome=up&trades=0", 400, "from 1 to 50"],
    ["a field that it lacks", "slug=a-market&outcome=up&levels=3", 400, ""],
  ])("refuses %s", async (_, query, expected, hint) => {
    const { status, body } = await get(query);
    expect([status, body["code"]]).toEqual([
      expected,
      expected === 404 ? "not_found" : "bad_request",
    ]);
    expect(String(body["hint"])).toContain(hint);
  });

  test("is 404 where the venue has no book, and 503 where it does not answer", async () => {
    venue.forget("22");
    expect(await get("slug=a-market&outcome=down")).toMatchObject({
      status: 404,
      body: { error: 'Cannot show the book of "Down" in "a-market": the venue has none' },
    });
    venue.isAnswering = false;
    const { status, body } = await get("slug=a-market&outcome=up");
    expect([status, body["code"]]).toEqual([503, "unavailable"]);
    expect(JSON.stringify(body)).not.toContain("secret");
    venue.isAnswering = true;
  });
});
