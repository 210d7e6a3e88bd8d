/** A server with routes that show what the edge does, for the tests beside this file. @module */
import { Effect, Layer, Logger, ManagedRuntime, Option, References, Result } from "effect";
import { Elysia, t } from "elysia";
import { EncodedBody } from "../../../adapters/http/edge/answer/answer.ts";
import { answers } from "../../../adapters/http/edge/answer/answers.ts";
import { edge } from "../../../adapters/http/edge/edge.ts";
import type { Answering, Gate } from "../../../adapters/http/edge/gate.ts";
import { otherMethods } from "../../../adapters/http/edge/other_methods.ts";
import type { Family } from "../../../adapters/http/edge/answer/refusal.ts";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer, type ServerOptions } from "../../../adapters/http/edge/server.ts";
import { kind, type KindOptions, strict } from "../../../adapters/http/wire/kind.ts";
import { Text } from "../../../adapters/http/wire/text.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { StoreFailed } from "../../../core/port/store_failure.ts";
import { pluginOperations } from "./quiet_plugin.ts";
import { QUIET_EDGE } from "./quiet_edge.ts";

/** What was logged, as the logger got it. */
export interface LogLine {
  readonly level: string;
  readonly text: string;
}

/** 2026-01-01T00:00:17Z: 43 seconds before a window of a minute ends. */
export const NOW_MS = 1_767_225_617_000;

const secret = () => new Error("the secret inside");
const ANY = t.Unknown({ description: "What is answered" });
const of = <F extends Family>(family: F) => ({
  access: "public" as const,
  response: answers(family, { 200: ANY }),
  detail: { summary: "A test route", description: "A test route" },
});

/** Every way in which a handler can end. */
export function testRoutes(gate: Gate<never>) {
  const plain = new Elysia({ name: "plain", prefix: "/api/v1", tags: ["Test"] })
    .use(edge(gate, "plain"))
    .get(
      "/echo",
      ({ query: { asset, type }, answer }) => answer({ body: { asset, type }, isCached: false }),
      {
        ...of("plain"),
        query: strict({
          asset: t.Optional(Text({ description: "A text", examples: ["btc"] })),
          type: Text({ description: "A text", examples: ["5min"] }),
          include: t.Optional(Text({ description: "A text", examples: ["a"], mayBeEmpty: true })),
        }),
        detail: { ...of("plain").detail, operationId: "echo" },
      },
    )
    .post("/estimate", ({ body: { side }, answer }) => answer({ body: { side: side ?? null } }), {
      ...of("plain"),
      body: strict({
        side: t.Optional(Anything({ examples: ["BUY"] })),
        amount: t.Optional(Anything({ examples: [1] })),
      }, { description: "A trade", examples: [{ side: "BUY" }] }),
      detail: { ...of("plain").detail, operationId: "estimate" },
    });
  const coded = new Elysia({ name: "coded", prefix: "/api/v1", tags: ["Test"] })
    .use(edge(gate, "coded"))
    .get("/die", ({ answer }) => answer(Effect.die(secret())), {
      ...of("coded"),
      detail: { ...of("coded").detail, operationId: "die" },
    });
  const ends: ReadonlyArray<readonly [path: string, end: () => Answering<unknown, never>]> = [
    ["/cached", () => ({ body: new EncodedBody(`{"cached":true}`), isCached: true })],
    ["/later", () => Effect.as(Effect.sleep("1 millis"), { body: { late: true } })],
    ["/unchanged", () => ({ status: 304, body: null, headers: { etag: 'W/"1"' } })],
    ["/throw", () => {
      throw secret();
    }],
    ["/die/later", () => Effect.andThen(Effect.sleep("1 millis"), Effect.die(secret()))],
    ["/unstored", () => Effect.fail(new StoreFailed({ operation: "find it", cause: secret() }))],
    ["/interrupt", () => Effect.interrupt],
    ["/unwritable", () => ({ body: { big: 1n } })],
  ];
  for (const [path, end] of ends) {
    plain.get(path, ({ answer }) => answer(end()), {
      ...of("plain"),
      detail: { ...of("plain").detail, operationId: path },
    });
  }
  plain.get("/event/:eventId", ({ params, answer }) => answer({ body: params }), {
    ...of("plain"),
    access: "unlimited",
    params: strict({ eventId: Text({ description: "A text", examples: ["1"] }) }),
    detail: { ...of("plain").detail, operationId: "event" },
  });
  return new Elysia().use(plain.use(otherMethods)).use(coded.use(otherMethods));
}

/** A value that is taken as it was sent. */
const Anything = (options: KindOptions) =>
  kind<unknown, unknown>({}, options, { ask: "Send it", read: Result.succeed });

/** The same, as the documents tell them. */
export const TEST_OPERATIONS = pluginOperations(testRoutes);

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
    plugins: testRoutes,
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
