/** A server with routes that show what the edge does, for the tests beside this file. @module */
import { Type } from "@sinclair/typebox";
import { Effect, Layer, Logger, ManagedRuntime, Option, References } from "effect";
import { EncodedBody } from "../../../adapters/http/edge/answer.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import {
  declareRoute,
  type Route,
  type RouteDeclaration,
} from "../../../adapters/http/edge/route.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer, type ServerOptions } from "../../../adapters/http/edge/server.ts";
import { StoreFailed } from "../../../core/port/mod.ts";
import { QUIET_EDGE } from "./quiet_edge.ts";

/** What was logged, as the logger got it. */
export interface LogLine {
  readonly level: string;
  readonly text: string;
}

/** 2026-01-01T00:00:17Z: 43 seconds before a window of a minute ends. */
export const NOW_MS = 1_767_225_617_000;

const base = {
  method: "GET",
  family: "plain",
  access: "public",
  tag: "Test",
  summary: "A test route",
  description: "A test route",
  responses: {},
} as const;

const text = { in: "query", schema: Type.String(), description: "A text" } as const;

const secret = () => new Error("the secret inside");
const getRoute = (
  path: string,
  handle: RouteDeclaration<[], never>["handle"],
  facts: { readonly family?: "coded" } = {},
) => declareRoute({ ...base, ...facts, path, parameters: [], handle });

/** Every way in which a handler can end. */
export const TEST_ROUTES: ReadonlyArray<Route<never>> = [
  declareRoute({
    ...base,
    path: "/api/v1/echo",
    parameters: [
      { ...text, name: "asset", required: false, example: "btc" },
      { ...text, name: "type", required: true, example: "5min" },
      { ...text, name: "include", required: false, example: "a", mayBeEmpty: true },
    ],
    handle: ({ query }) => ({ body: { asset: query.asset, type: query.type }, isCached: false }),
  }),
  getRoute("/api/v1/cached", () => ({
    body: new EncodedBody(`{"cached":true}`),
    isCached: true,
  })),
  getRoute("/api/v1/later", () => Effect.as(Effect.sleep("1 millis"), { body: { late: true } })),
  getRoute(
    "/api/v1/unchanged",
    () => ({ status: 304, body: null, headers: { etag: 'W/"1"' } }),
  ),
  getRoute("/api/v1/throw", () => {
    throw secret();
  }),
  getRoute("/api/v1/die", () => Effect.die(secret()), { family: "coded" }),
  getRoute(
    "/api/v1/die/later",
    () => Effect.andThen(Effect.sleep("1 millis"), Effect.die(secret())),
  ),
  getRoute(
    "/api/v1/unstored",
    () => Effect.fail(new StoreFailed({ operation: "find it", cause: secret() })),
  ),
  getRoute("/api/v1/interrupt", () => Effect.interrupt),
  getRoute("/api/v1/unwritable", () => ({ body: { big: 1n } })),
  declareRoute({
    ...base,
    path: "/api/v1/event/{eventId}",
    access: "unlimited",
    parameters: [{ ...text, in: "path", name: "eventId", required: true, example: "1" }],
    handle: ({ path }) => ({ body: { eventId: path.eventId } }),
  }),
  declareRoute({
    ...base,
    method: "POST",
    path: "/api/v1/estimate",
    parameters: [],
    body: {
      description: "A trade",
      schema: Type.Object({ side: Type.String(), amount: Type.Optional(Type.Number()) }),
      example: { side: "BUY" },
    },
    handle: ({ body }) => ({ body: { side: body.get("side") ?? null } }),
  }),
];

/** A server, and what it has logged so far. */
export function testServer(options: Partial<ServerOptions<never>> = {}) {
  const log: Array<LogLine> = [];
  const logger = Logger.make(({ logLevel, message, cause, fiber }) => {
    const annotations = fiber.getRef(References.CurrentLogAnnotations);
    log.push({ level: logLevel, text: JSON.stringify([message, String(cause), annotations]) });
  });
  const layer = Layer.mergeAll(
    Logger.layer([logger]),
    Layer.succeed(References.MinimumLogLevel, "Debug"),
  );
  const server = makeServer<never>({
    ...QUIET_EDGE,
    routes: TEST_ROUTES,
    run: makeRun(ManagedRuntime.make(layer)),
    clock: { nowMs: () => NOW_MS, stopwatchMs: () => performance.now() },
    quota: Option.some({ requests: 120, windowSec: 60 }),
    quotaStore: makeProcessQuotaStore(),
    isSandbox: false,
    bodyDeadlineMs: 15_000,
    peerAddressOf: () => "203.0.113.9",
    ...options,
  });
  const get = (path: string, init?: RequestInit) =>
    Promise.resolve(server.handle(new Request(`http://localhost${path}`, init)));
  return { server, log, get };
}
