/**
 * What the pages asked the public API, as the request builder shows it.
 *
 * @module
 */
import { computed, signal } from "@preact/signals";
import { loadSession, session } from "./session.ts";
import type { Method } from "./send.ts";

/** A request as it is sent, but for its API key. */
export interface PreparedRequest {
  readonly method: Method;
  /** With its query. */
  readonly address: string;
  readonly body: unknown;
  readonly isKeyed: boolean;
  readonly idempotencyKey: string | undefined;
}

/** A request that a page has made. */
export interface AskedRequest extends PreparedRequest {
  /** The HTTP status; 0 where no answer arrived. */
  readonly status: number;
  readonly tookMs: number;
}

/** The latest requests of the pages, newest first, each address once. */
export const asked = signal<ReadonlyArray<AskedRequest>>([]);

const ASKED_MAX = 20;

/** The key of who is signed in. */
export const sessionKey = computed(() => session.value?.key);

// Whoever comes next sees nothing that was asked with the key of the reader before.
sessionKey.subscribe(() => {
  asked.value = asked.peek().filter(({ isKeyed }) => !isKeyed);
});

/** Which requests are sent. */
export interface Asking {
  readonly isKeyed: boolean;
  /** That of the session that asks. */
  readonly key?: string | undefined;
}

/** Returns a `fetch` for a client, which remembers each request with its answer. */
export function notingFetch({ isKeyed, key }: Asking) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const startedMs = performance.now();
    const note = (status: number) => {
      // Its reader may have signed out meanwhile.
      if (isKeyed && sessionKey.peek() !== key) return;
      const tookMs = Math.round(performance.now() - startedMs);
      remember({ ...requestOf(url, init), isKeyed, status, tookMs });
    };
    try {
      const response = await fetch(url, init);
      // One that is not followed says nothing, not even where it leads.
      if (response.type === "opaqueredirect") throw new TypeError("Cannot follow a redirect");
      const text = await response.text();
      note(response.status);
      // The session ended elsewhere: the frame asks to sign in again.
      if (isKeyed && response.status === 401) void loadSession();
      return new Response(text || null, response);
    } catch (thrown) {
      if (!isGivenUp(init.signal)) note(0);
      throw thrown;
    }
  };
}

/** Whether nobody waits for the answer any more, rather than that it is late. */
function isGivenUp(signal: AbortSignal | null | undefined): boolean {
  return signal?.aborted === true && signal.reason?.name !== "TimeoutError";
}

function requestOf(url: string, { method, headers, body }: RequestInit) {
  const sent: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
  const isPreview = (sent as { readonly dryRun?: unknown } | undefined)?.dryRun === true;
  return {
    method: method as Method,
    address: url.slice(location.origin.length),
    body: sent,
    // A preview places nothing: its key would only be in the way of whoever makes an order of it.
    idempotencyKey: isPreview
      ? undefined
      : new Headers(headers).get("idempotency-key") ?? undefined,
  };
}

function remember(request: AskedRequest): void {
  const others = asked.peek().filter(({ method, address }) =>
    method !== request.method || address !== request.address
  );
  asked.value = [request, ...others].slice(0, ASKED_MAX);
}
