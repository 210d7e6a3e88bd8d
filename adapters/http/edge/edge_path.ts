/**
 * What the edge knows of a path before anything is asked there.
 *
 * @module
 */
import type { OwnCommand } from "./answer/hint.ts";
import { type Effect } from "effect";
import { type Scope } from "../../../core/access/mod.ts";
import { type Family, type Refusal, type Refused } from "./answer/refusal.ts";
import { type RouteMeter } from "./request_metrics.ts";

/**
 * Who may call, and how requests are counted. `public`: everyone, by client address. `unlimited`:
 * everyone, not counted. A scope: holders of an API key with that scope, by key.
 */
export type Access = "public" | "unlimited" | Scope;

/** Whether a route requires an API key. */
export function isKeyed({ access }: { readonly access: Access }): boolean {
  return access !== "public" && access !== "unlimited";
}

/**
 * Whom the answers of a path are for: everyone, the holder of a key, or pages of the service itself
 * and no others. Those of the last two must not be kept by others.
 */
export type Audience = "public" | "keyed" | "same_origin";

/** Returns whom the answers of a route are for. */
export function audienceOf(
  route: {
    readonly access: Access;
    readonly isSameOrigin?: boolean;
    readonly isSigned?: boolean;
  },
): Audience {
  if (route.isSameOrigin === true) return "same_origin";
  return isKeyed(route) || route.isSigned === true ? "keyed" : "public";
}

/** A path: its error family, and where its requests are counted. */
export interface EdgePath {
  readonly family: Family;
  readonly meter: RouteMeter;
  /** Whether every answer has an `X-Cache` header. */
  readonly tellsCache: boolean;
  /** Whether a refusal says why in one word: the route takes orders. */
  readonly tellsReason?: boolean | undefined;
  /** Whether no answer requires asking a provider. */
  readonly needsNoProvider?: boolean | undefined;
  /**
   * Whose quota a request counts against if no route handles it: the address, the caller without a
   * key, or none.
   */
  readonly quotaScope: "address" | "keyless" | "none";
  /** The name of the bucket that counts an address. Undefined: the bucket of public routes. */
  readonly bucket?: string | undefined;
  readonly audience: Audience;
  /** Whether answers may be compressed. */
  readonly isCompressed: boolean;
  /** Whether Elysia derives the answer to HEAD from a whole one, with its length. */
  readonly isHeadMeasured?: boolean;
}

/**
 * Returns the address of the socket's peer; undefined without a socket. A function, because asking
 * the runtime costs 2 us, and a request with an API key is answered without it.
 */
export type PeerAddress = () => string | undefined;

/** The body of a route that reads it itself. */
export interface TextBody {
  /** Empty if it is not UTF-8. */
  readonly text: string;
  /** Counts further requests that the body holds, or fails with the caller's refusal. */
  readonly countMore: (requests: number) => Effect.Effect<void, Refused>;
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
      /** Writes the operator's commands in hints. */
      readonly ownCommand: OwnCommand;
    },
  ) => Refusal | undefined;
}
