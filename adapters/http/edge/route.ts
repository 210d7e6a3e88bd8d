/**
 * One declaration per route: routing, query parsing, refusals and the OpenAPI document derive from
 * it.
 *
 * ```ts
 * const clock = declareRoute({
 *   method: "GET",
 *   path: "/api/v1/clock",
 *   family: "plain",
 *   access: "public",
 *   tag: "Service",
 *   summary: "The service's time",
 *   description: "The time at which the answer was created.",
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
import { type KeyHolder, type Scope } from "../../../core/access/mod.ts";
import { type Answer } from "./answer.ts";
import { type Failure } from "./failure.ts";
import { type LiveExampleName } from "./live_example.ts";
import { type Parameters, type ValuesOf } from "./parameter.ts";
import { type Family, type Refusal, type Refused } from "./refusal.ts";

/** The methods of declared routes. Every path also answers HEAD and OPTIONS. */
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** A request that passed every check of the pipeline. */
export interface Call<P extends Parameters = Parameters> {
  readonly query: ValuesOf<P, "query">;
  readonly path: ValuesOf<P, "path">;
  /**
   * The fields of the JSON body, numbers as `JsonNumber`. Empty on a route that declares no body.
   */
  readonly body: ReadonlyMap<string, unknown>;
  /** When the request arrived, in unix milliseconds on the service's clock. */
  readonly nowMs: number;
  readonly requestId: string;
  readonly request: Request;
  /** The address of the socket's peer, whatever headers say. */
  readonly peerAddress: PeerAddress;
}

/**
 * Returns the address of the socket's peer; undefined without a socket. A function, because asking
 * the runtime costs 2 us, and a request with an API key is answered without it.
 */
export type PeerAddress = () => string | undefined;

/**
 * The documentation of one status. Errors need no schema: their family has one.
 *
 * `type` is the media type; it defaults to JSON.
 */
export interface ResponseDoc {
  readonly description: string;
  readonly schema?: TSchema;
  readonly example?: unknown;
  readonly type?: string;
}

/**
 * Who may call, and how requests are counted. `public`: everyone, by client address. `unlimited`:
 * everyone, not counted. A scope: holders of an API key with that scope, by key.
 */
export type Access = "public" | "unlimited" | Scope;

/** Whether every answer of a route has an `X-Cache` header. */
export function tellsCacheOf(
  { method, path, sendsCacheHeader }: Pick<RouteFacts, "method" | "path" | "sendsCacheHeader">,
): boolean {
  return sendsCacheHeader === true || (method === "GET" && path.startsWith("/api/v1/"));
}

/**
 * Whom the answers of a path are for: everyone, the holder of a key, or pages of the service itself
 * and no others. Those of the last two must not be kept by others.
 */
export type Audience = "public" | "keyed" | "same_origin";

/** Returns whom the answers of a route are for. */
export function audienceOf(
  route: { readonly access: Access; readonly isSameOrigin?: boolean },
): Audience {
  if (route.isSameOrigin === true) return "same_origin";
  return isKeyed(route) ? "keyed" : "public";
}

/**
 * Whether the answers of a route may be compressed: those for everyone, since nothing in them is a
 * secret, and others only where their route says so.
 */
export function isCompressed(
  route: Pick<RouteFacts, "access" | "isSameOrigin" | "isCompressed">,
): boolean {
  return route.isCompressed ?? audienceOf(route) === "public";
}

/** Whether a route requires an API key. */
export function isKeyed({ access }: { readonly access: Access }): boolean {
  return access !== "public" && access !== "unlimited";
}

/** The JSON body of a route. Its properties are the only fields a caller may send. */
export interface BodyDoc {
  readonly description: string;
  readonly schema: TObject;
  readonly example: Readonly<Record<string, unknown>>;
  /** Fields whose example a sandbox fills in. */
  readonly liveExamples?: Readonly<Record<string, LiveExampleName>>;
}

/** The declaration of a route without its handler. */
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
  /** True if the handler reads the body itself: JSON of any form. */
  readonly takesText?: boolean;
  readonly responses: Readonly<Record<number, ResponseDoc>>;
  /**
   * The name of a bucket that counts this path's requests by address, apart from the public one. It
   * has the public limit, but at least 60 requests in a rate window and one a second.
   */
  readonly bucket?: string;
  /**
   * True if answers have an `X-Cache` header although the method is not GET. Every read under
   * `/api/v1` has one.
   */
  readonly sendsCacheHeader?: boolean;
  /** True if no answer ever requires asking a provider. */
  readonly needsNoProvider?: boolean;
  /** True if pages of other origins may not read the answers, and nobody may keep them. */
  readonly isSameOrigin?: boolean;
  /**
   * True if answers that are not for everyone may be compressed: they are the same for every
   * caller, or hold nothing secret beside what the caller sent.
   */
  readonly isCompressed?: boolean;
  /** True for pages and files, which the OpenAPI document omits. */
  readonly isHidden?: boolean;
  /** True for a page whose scripts read the query: the service does not. */
  readonly hasScriptQuery?: boolean;
  /** The hint for an API key in the query, on routes that do not take the key in a header. */
  readonly keyHint?: string;
  /** Handles WebSocket handshakes; `handle` answers all other requests. */
  readonly socket?: SocketEndpoint;
}

/** Upgrades requests to WebSockets. */
export interface SocketEndpoint {
  /** Returns undefined once the request is a WebSocket, else the refusal. */
  readonly upgrade: (
    request: Request,
    to: {
      readonly server: Bun.Server<unknown>;
      readonly peerAddress: PeerAddress;
      /** The headers of the handshake response. */
      readonly headers: Headers;
    },
  ) => Refusal | undefined;
}

/** A route as its author writes it: the handler's parameters are typed by the declaration. */
export interface RouteDeclaration<P extends Parameters, Ports> extends RouteFacts {
  readonly access: "public" | "unlimited";
  readonly parameters: P;
  /** Returns an answer or an Effect. A promise is created only if the Effect has to wait. */
  readonly handle: (call: Call<P>) => Answer | Effect.Effect<Answer, Failure, Ports>;
}

/** A route as the pipeline mounts it. */
export interface Route<Ports> extends RouteFacts {
  readonly parameters: Parameters;
  /** `holder` is set exactly on routes that require a key, `textBody` on those that take one. */
  readonly handle: (
    call: Call & {
      readonly holder: KeyHolder | undefined;
      readonly textBody?: TextBody | undefined;
    },
  ) => Answer | Effect.Effect<Answer, Failure, Ports>;
}

/** A request whose API key has the scope of the route. */
export interface KeyedCall<P extends Parameters = Parameters> extends Call<P> {
  readonly holder: KeyHolder;
}

/** The body of a route that reads it itself. */
export interface TextBody {
  /** Empty if it is not UTF-8. */
  readonly text: string;
  /** Counts further requests that the body holds, or fails with the caller's refusal. */
  readonly countMore: (requests: number) => Effect.Effect<void, Refused>;
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
  // The pipeline passes exactly the declared parameters, each required one present, so the typed
  // call and the general one are the same object.
  return declaration as unknown as Route<Ports>;
}

/** Declares a route that requires an API key with its scope. */
export function declareKeyedRoute<const P extends Parameters, Ports = never>(
  declaration: KeyedRouteDeclaration<P, Ports>,
): Route<Ports> {
  return declaration as unknown as Route<Ports>;
}

/** Declares a route that requires an API key with its scope, and reads its body itself. */
export function declareTextRoute<Ports = never>(
  declaration: RouteFacts & {
    readonly access: Scope;
    readonly parameters: readonly [];
    readonly handle: (
      call: KeyedCall & { readonly textBody: TextBody },
    ) => Effect.Effect<Answer, Failure, Ports>;
  },
): Route<Ports> {
  return { ...declaration, takesText: true } as unknown as Route<Ports>;
}
