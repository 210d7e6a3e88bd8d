/** The fee routes over a catalog that is staged in memory. @module */
import { Value } from "@sinclair/typebox/value";
import { Effect, Layer, ManagedRuntime, References } from "effect";
import { fees } from "../../../adapters/http/fee/fees.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer } from "../../../adapters/http/edge/server.ts";
import { EventCatalog, type Freshness, NotListed } from "../../../core/port/event_catalog.ts";
import { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { describeEvent, type VenueEvent } from "../../../core/venue/mod.ts";
import { pluginOperations } from "../edge/quiet_plugin.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import "../edge/wire_formats.ts";

/** The instant of every answer. */
export const NOW_ISO = "2026-11-20T12:34:56.000Z";

/** When the venue was asked for every event. */
export const ASKED_ISO = "2026-11-20T12:34:50.250Z";

const ROUTES = pluginOperations(fees);

/** Starts a server for these events. The event `down` is one that the venue cannot be asked for. */
export function makeFeeServer(events: ReadonlyArray<VenueEvent>) {
  const asked: Array<readonly [named: string, freshness: Freshness]> = [];
  const catalog = EventCatalog.of({
    event: (reference, freshness) => {
      const named = describeEvent(reference);
      const isCached = asked.some(([name]) => name === named);
      asked.push([named, freshness]);
      if (named.includes('"down"')) {
        const cause = new Error("the secret inside");
        const wanted = `the event with ${named}`;
        return new ProviderFailed({ provider: "venue", reason: "timeout", wanted, cause });
      }
      const value = events.find((event) =>
        reference.by === "slug" ? event.slug === reference.slug : event.id === reference.id
      );
      return value === undefined
        ? new NotListed({ kind: "event", named })
        : Effect.succeed({ value, askedAtMs: Date.parse(ASKED_ISO), isCached });
    },
    market: () => Effect.die("no fee route asks for a market"),
  });
  const runtime = ManagedRuntime.make(
    Layer.merge(
      Layer.succeed(EventCatalog, catalog),
      Layer.succeed(References.MinimumLogLevel, "None"),
    ),
  );
  const server = makeServer<EventCatalog>({
    ...QUIET_EDGE,
    plugins: fees,
    run: makeRun(runtime),
    clock: { nowMs: () => Date.parse(NOW_ISO), stopwatchMs: () => performance.now() },
    peerAddressOf: () => "203.0.113.9",
  });
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await server.handle(new Request(`http://localhost/api/v1${path}`, init));
    const text = await response.text();
    const body = JSON.parse(text) as Record<string, unknown>;
    if (response.status === 200) checkBody(path, body);
    return { status: response.status, headers: response.headers, text, body };
  };

  /** What is sent is what is documented. */
  function checkBody(path: string, body: unknown): void {
    const asked = `/api/v1${path}`;
    const route = ROUTES.find(({ path }) => asked.startsWith(path.replace(/\{.*/, "")));
    const schema = route?.answers[200]?.schema;
    if (schema === undefined) throw new Error(`no schema for ${path}`);
    const errors = [...Value.Errors({ ...schema, additionalProperties: false }, body)];
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
  }

  return {
    asked,
    /** Any request of `/api/v1{path}`. */
    ask,
    /** `GET /api/v1{path}`. */
    get: (path: string) => ask(path),
    /** `POST /api/v1{path}` with JSON text, or with a value that is written as JSON. */
    post: (path: string, body: unknown) =>
      ask(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    stop: () => runtime.dispose(),
  };
}
