/**
 * Answers of a simulated provider, whole and broken.
 *
 * @module
 */

/**
 * An answer of a provider. The body is sent as JSON, unless it is bytes, or a `content-type` says
 * that it is text of another kind.
 */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer as it should be. */
export function toResponse({ status, body, headers }: Answer): Response {
  const init = { status, ...(headers === undefined ? {} : { headers }) };
  if (body instanceof Uint8Array) return new Response(new Uint8Array(body), init);
  const isOtherText = typeof body === "string" && headers?.["content-type"] !== undefined;
  return isOtherText ? new Response(body, init) : Response.json(body, init);
}

/** Declared as what it is and with the true status, but only the first half of it. */
export function cutInTheMiddle({ status, body, headers }: Answer): Response {
  if (body instanceof Uint8Array) {
    const half = body.slice(0, body.length / 2);
    return new Response(half, { status, ...(headers === undefined ? {} : { headers }) });
  }
  const text = JSON.stringify(body);
  const half = text.slice(0, Math.ceil(text.length / 2));
  const cut = half === text ? "{" : half;
  return new Response(cut, { status, headers: { "content-type": "application/json", ...headers } });
}

/**
 * A reset connection.
 *
 * A body that fails before its first byte makes the runtime cut the connection without having
 * sent a status line. The failure has no value, as the runtime would print one.
 */
export function lostConnection(): Response {
  return new Response(new ReadableStream({ start: (controller) => controller.error() }));
}
