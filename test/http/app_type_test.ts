/** Eden's view of the service: what compiles, what does not, and what comes back. @module */
import { describe, expect, test } from "bun:test";
import { treaty } from "@elysiajs/eden";
import { Effect, Exit, Layer, ManagedRuntime } from "effect";
import { Elysia } from "elysia";
import { answers } from "../../adapters/http/edge/answer/answers.ts";
import { edge } from "../../adapters/http/edge/edge.ts";
import { Gate } from "../../adapters/http/edge/gate.ts";
import { makeRun } from "../../adapters/http/edge/run.ts";
import { makeServer } from "../../adapters/http/edge/server.ts";
import { fees } from "../../adapters/http/fee/fees.ts";
import { EventFee } from "../../adapters/http/fee/wire_fee.ts";
import type { App } from "../../adapters/http/mod.ts";
import { markets } from "../../adapters/http/price/markets.ts";
import type { EventCatalog } from "../../core/port/event_catalog.ts";
import { QUIET_EDGE } from "./edge/quiet_edge.ts";

const EDGE = {
  ...QUIET_EDGE,
  run: makeRun(ManagedRuntime.make(Layer.empty)),
  clock: { nowMs: () => Date.parse("2026-01-01T00:10:00Z"), stopwatchMs: () => 0 },
};
const server = makeServer<never>({ ...EDGE, plugins: markets });
const fetcher =
  ((url: string, init: RequestInit) =>
    server.handle(new Request(url, init))) as unknown as typeof fetch;
const { api } = treaty<App>("http://localhost", { fetcher, parseDate: false });

const estimates = api.v1.fees["trade-estimate"];
const flat = api.v1.new_fees["trade-estimate"];
const place = api.v1.simpleOrders.easyMarketOrder;
const order = { walletId: "w", slug: "s", outcome: "Up", side: "BUY", amount: 5 } as const;

/** Nothing in here is called: it is for the compiler alone. */
export function calls() {
  api.v1.targets.active.get({ query: { asset: "btc" } });
  api.v1.history.range.get({ query: { type: "5m", start: "1767225600", end: "1767229200" } });
  place.post({ ...order, limitPrice: 0.9 }, { headers: { "Idempotency-Key": "once" } });
  // @ts-expect-error an asset is one of a few words
  api.v1.targets.active.get({ query: { asset: 1 } });
  // @ts-expect-error no such asset
  api.v1.targets.active.get({ query: { asset: "btx" } });
  // @ts-expect-error a range has an end
  api.v1.history.range.get({ query: { type: "5m", start: "1767225600" } });
  // @ts-expect-error an amount is a number
  place.post({ ...order, amount: "5" });
  // @ts-expect-error no such field
  place.post({ ...order, colour: "red" });
  // @ts-expect-error a side is one of two words
  estimates.post({ side: "HOLD", makingAmount: 50, takingAmount: 100, eventId: 1 });
  // @ts-expect-error an event has one name
  flat.post({ makingAmount: 50, takingAmount: 100, eventId: 1, eventSlug: "five" });
  // @ts-expect-error an event has a name
  flat.post({ makingAmount: 50, takingAmount: 100 });
  // @ts-expect-error no such path
  api.v1.fees.nothing.get();
  // @ts-expect-error no such method
  api.v1.targets.active.post();
}

/** Nor in here: what a plugin's author may not write. */
export function wrongRoutes(gate: Gate<never>) {
  const plugin = new Elysia().use(edge(gate, "plain"));
  const response = answers("plain", { 200: EventFee });
  plugin
    // @ts-expect-error the answer lacks fields of its schema
    .get("/a", ({ answer }) => answer({ body: { now: "now" } }), { access: "public", response })
    // @ts-expect-error nobody provides the catalog
    .get("/b", ({ answer }) => answer(needsCatalog), { access: "public" })
    // @ts-expect-error no such access
    .get("/c", ({ answer }) => answer({ body: {} }), { access: "everyone" });
}

const needsCatalog = Effect.succeed({ body: {} }) as Effect.Effect<
  { readonly body: object },
  never,
  EventCatalog
>;

describe("Eden", () => {
  test("gets what the schema of an answer says", async () => {
    const { data, error } = await api.v1.markets.timestamps.get({
      query: { asset: "eth", intervals: "15min", date: "2026-01-01" },
    });
    const count: number | undefined = data?.data["15min"]?.count;
    const day: string | undefined = data?.utc_date;
    expect([count, day, error]).toEqual([96, "2026-01-01", null]);
  });

  test("tells errors apart by their status", async () => {
    const { error } = await api.v1.markets.timestamps.get({ query: { asset: "eth" } });
    // 429 and 500 are declared by the edge, on behalf of every route.
    const status: 400 | 429 | 500 | undefined = error?.status;
    if (error?.status !== 400) throw new Error("it lacks a date");
    const hint: string = error.value.hint;
    expect([status, hint]).toEqual([400, "Send date, for example date=2026-01-01"]);
  });
});

test("a server of somebody else takes a plugin as it is", async () => {
  const app = new Elysia({ prefix: "/outer" }).use(
    fees<EventCatalog>(new Gate({ ...EDGE, run: () => Exit.die("not run") })),
  ).get("/own", () => "own");
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await app.handle(new Request(`http://localhost/outer${path}`, init));
    return [response.status, await response.text()];
  };
  expect(await ask("/own")).toEqual([200, "own"]);
  expect((await ask("/api/v1/fees/event/slug/%FF"))[1]).toContain("Percent-encode");
  expect((await ask("/api/v1/fees/event/slug/"))[1]).toContain("as the last part of the path");
  expect((await ask("/api/v1/fees/trade-estimate"))[0]).toBe(405);
});
