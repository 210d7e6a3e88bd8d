/**
 * One declaration a route: routing, reading the query, the refusals and the document follow it.
 *
 * ```ts
 * const clock = declareRoute({
 *   method: "GET",
 *   path: "/api/v1/clock",
 *   family: "plain",
 *   access: "public",
 *   tag: "Service",
 *   summary: "What the clock says",
 *   description: "The instant at which the answer was made.",
 *   parameters: [],
 *   responses: { 200: { description: "The time", schema: Clock, example: { now: "..." } } },
 *   handle: ({ nowMs }) => ({ body: { now: new Date(nowMs).toISOString() } }),
 * });
 * ```
 *
 * @module
 */
import { type TObject, type TSchema } from "@sinclair/typebox";
import { type Effect } from "effect";
import { type KeyHolder, type Scope } from "../../core/access/mod.ts";
import { type Answer } from "./answer.ts";
import { type Failure } from "./failure.ts";
import { type Parameters, type ValuesOf } from "./parameter.ts";
import { type Family, type Refusal } from "./refusal.ts";

/** The methods that routes are declared with. HEAD and OPTIONS come with every path. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request that passed every check of the edge. */
export interface Call<P extends Parameters = Parameters> {
  readonly query: ValuesOf<P, "query">;
  readonly path: ValuesOf<P, "path">;
  /** The fields of the JSON body, numbers as `JsonNumber`. Empty on a route that declares none. */
  readonly body: ReadonlyMap<string, unknown>;
  /** When the request arrived, on the service's clock. */
  readonly nowMs: number;
  readonly requestId: string;
  readonly request: Request;
  /** The socket's other end, whatever headers say. Undefined where there is no socket. */
  readonly peerAddress: string | undefined;
}

/**
 * What the document says of one status. Errors need no schema: their family has one.
 *
 * `type` is the media type where it is not JSON.
 */
export interface ResponseDoc {
  readonly description: string;
  readonly schema?: TSchema;
  readonly example?: unknown;
  readonly type?: string;
}

/**
 * Who may ask, and by what requests are counted. `public`: anybody, by client address.
 * `unlimited`: anybody, not counted. A scope: who sends an API key with it, by key.
 */
export type Access = "public" | "unlimited" | Scope;

/** Whether every answer of a route says by `X-Cache` if a provider was asked. */
export function tellsCacheOf(
  { method, path, tellsCache }: Pick<RouteFacts, "method" | "path" | "tellsCache">,
): boolean {
  return tellsCache === true || (method === "GET" && path.startsWith("/api/v1/"));
}

/** Whether a route wants an API key. */
export function isKeyed({ access }: { readonly access: Access }): boolean {
  return access !== "public" && access !== "unlimited";
}

/** The JSON body a route reads. Its properties are the only fields a caller may send. */
export interface BodyDoc {
  readonly description: string;
  readonly schema: TObject;
  readonly example: Readonly<Record<string, unknown>>;
}

/** Everything there is to say about a route, apart from what it does. */
export interface RouteFacts {
  readonly method: Method;
  /** A template such as `/api/v1/fees/event/id/{eventId}`. */
  readonly path: string;
  readonly family: Family;
  readonly access: Access;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly body?: BodyDoc;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /** A bucket of this name counts the path's requests by address, apart from the public ones. */
  readonly bucket?: string;
  /**
   * True where answers say by `X-Cache` whether a provider was asked, though the method is not GET:
   * every read under `/api/v1` says it.
   */
  readonly tellsCache?: boolean;
  /** True where no answer, whatever it is, takes asking a provider. */
  readonly asksNobody?: boolean;
  /** True for pages and files, which the document leaves out. */
  readonly isHidden?: boolean;
  /** Told to whoever puts an API key into the query, where a key is not sent in a header. */
  readonly keyHint?: string;
  /** Takes requests for a WebSocket; `handle` answers the others. */
  readonly socket?: SocketEndpoint;
}

/** Makes WebSockets of requests. */
export interface SocketEndpoint {
  /** Undefined when the request has become a WebSocket, else why it may not. */
  readonly upgrade: (
    request: Request,
    to: {
      readonly server: Bun.Server<unknown>;
      readonly peerAddress: string | undefined;
      /** Sent with the handshake. */
      readonly headers: Headers;
    },
  ) => Refusal | undefined;
}

/** A route as its author writes it: the handler's parameters are typed by their declaration. */
export interface RouteDeclaration<P extends Parameters, Ports> extends RouteFacts {
  readonly access: "public" | "unlimited";
  readonly parameters: P;
  /** Answers at once, or with an Effect. A promise is made only if that has to wait. */
  readonly handle: (call: Call<P>) => Answer | Effect.Effect<Answer, Failure, Ports>;
}

/** A route as the edge mounts it. */
export interface Route<Ports> extends RouteFacts {
  readonly parameters: Parameters;
  /** `holder` is there exactly on a route that wants a key. */
  readonly handle: (
    call: Call & { readonly holder: KeyHolder | undefined },
  ) => Answer | Effect.Effect<Answer, Failure, Ports>;
}

/** A request that came with a key which may do what the route does. */
export interface KeyedCall<P extends Parameters = Parameters> extends Call<P> {
  readonly holder: KeyHolder;
}

/** A route for holders of API keys, as its author writes it. */
export interface KeyedRouteDeclaration<P extends Parameters, Ports> extends RouteFacts {
  readonly access: Scope;
  readonly parameters: P;
  readonly handle: (call: KeyedCall<P>) => Answer | Effect.Effect<Answer, Failure, Ports>;
}

/** Declares a route. */
export function declareRoute<const P extends Parameters, Ports = never>(
  declaration: RouteDeclaration<P, Ports>,
): Route<Ports> {
  // The edge hands over exactly the declared parameters, each required one present, so the typed
  // call and the general one are the same object.
  return declaration as unknown as Route<Ports>;
}

/** Declares a route that only holders of an API key with its scope may ask. */
export function declareKeyedRoute<const P extends Parameters, Ports = never>(
  declaration: KeyedRouteDeclaration<P, Ports>,
): Route<Ports> {
  return declaration as unknown as Route<Ports>;
}
