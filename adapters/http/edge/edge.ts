/**
 * The edge as an Elysia plugin, which every capability uses.
 *
 * ```ts
 * export function clock(gate: Gate<never>) {
 *   return new Elysia({ name: "clock", prefix: "/api/v1", tags: ["Service"] })
 *     .use(edge(gate, "plain"))
 *     .get("/clock", ({ call, answer }) => answer({ body: { nowMs: call.nowMs } }), {
 *       access: "public",
 *       response: answers("plain", { 200: Clock }),
 *     })
 *     .use(otherMethods);
 * }
 * ```
 *
 * @module
 */
import { Elysia } from "elysia";
import type { KeyHolder } from "../../../core/access/mod.ts";
import { EdgeRoute, type RouteHook } from "./edge_route.ts";
import type { Answering, Gate, HandlerCall } from "./gate.ts";
import type { Family } from "./answer/refusal.ts";
import type { Access, SocketEndpoint, TextBody } from "./edge_path.ts";

/**
 * Answers with an answer, or with what an effect will answer. In types it is the body, so that
 * Elysia compares it with what the route declares; the edge alone runs it.
 */
export type AnswerWith<Ports> = <Body>(answer: Answering<Body, Ports>) => Body;

/**
 * Answers the holder of the request's key, on a route whose access is a scope. A function, because
 * the key may still be looked up when the handler is called.
 */
export type AnswerHolderWith<Ports> = <Body>(
  answer: (holder: KeyHolder) => Answering<Body, Ports>,
) => Body;

/** The name under which the hooks of a route keep what the edge knows of it. */
export const EDGE_ROUTE = "edgeRoute";

/** What Elysia would read, coerce and check by its own rules, before anything is counted. */
const SCHEMAS = ["params", "query", "headers", "body", "response"] as const;

const nothing = (_: boolean) => ({});

/** The plugin, for routes whose errors are of one family. */
export function edge<Ports>(gate: Gate<Ports>, family: Family) {
  return new Elysia({ name: "edge", seed: family })
    .decorate({
      /** The request's state, which every route puts in this place. */
      call: undefined as unknown as HandlerCall,
      /** The body of a route that says `takesText`. */
      textBody: undefined as unknown as TextBody,
      answer: ((answer: unknown) => answer) as AnswerWith<Ports>,
      answerHolder: ((answer: unknown) => answer) as AnswerHolderWith<Ports>,
    })
    .macro({
      /** Who may call a route, and what its requests count against. Every route has it. */
      access: (access: Access) => ({
        introspect(hook) {
          const route = new EdgeRoute(gate, { ...hook, access, family } as RouteHook);
          for (const name of SCHEMAS) delete hook[name];
          Object.assign(hook, route.hooks(), { [EDGE_ROUTE]: route });
        },
      }),
      /** Whether every answer has an `X-Cache` header. Every read under `/api/v1` has one. */
      tellsCache: nothing,
      /** Whether a refusal has a `reason`: the route takes orders. */
      tellsReason: nothing,
      /** True if no answer ever requires asking a provider. */
      needsNoProvider: nothing,
      /** True if pages of other origins may not read the answers, and nobody may keep them. */
      isSameOrigin: nothing,
      /** True if requests that pages of other origins make are refused. */
      refusesOtherOrigins: nothing,
      /**
       * True if answers that are not for everyone may be compressed: they are the same for every
       * caller, or hold nothing secret beside what the caller sent.
       */
      isCompressed: nothing,
      /** True for pages and files, which the OpenAPI document omits. */
      isHidden: nothing,
      /** True for a page whose scripts read the query: the service does not. */
      hasScriptQuery: nothing,
      /** True if the handler reads the body itself: JSON of any form. */
      takesText: nothing,
      /**
       * The name of a bucket that counts this path's requests by address, apart from the public
       * one. It has the public limit, but at least 60 requests in a rate window and one a second.
       */
      bucket: (_: string) => ({}),
      /**
       * True if callers sign their requests, which the handler checks: these count by address
       * against the limit of keys.
       */
      isSigned: nothing,
      /** The hint for an API key in the query, on routes that do not take the key in a header. */
      keyHint: (_: string) => ({}),
      /** Takes WebSocket handshakes; the handler answers all other requests. */
      socket: (_: SocketEndpoint) => ({}),
    });
}
