/**
 * Answers of a simulated provider, whole or broken.
 *
 * @module
 */
import { STATUS_CODES } from "node:http";

/**
 * An answer of a provider. The body is sent as JSON unless it is bytes, or `content-type` declares
 * another text type.
 */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns the standard phrase of a status, such as "Not Found". */
export function reasonPhrase(status: number): string {
  return STATUS_CODES[status] ?? "Internal Server Error";
}

/** Returns the complete answer. */
export function toResponse({ status, body, headers }: Answer): Response {
  const init = { status, ...(headers === undefined ? {} : { headers }) };
  if (body instanceof Uint8Array) return new Response(new Uint8Array(body), init);
  const isOtherText = typeof body === "string" && headers?.["content-type"] !== undefined;
  return isOtherText ? new Response(body, init) : Response.json(body, init);
}

/** Returns the true status and headers with only the first half of the body. */
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
 * Resets the connection.
 *
 * A body that fails before its first byte makes the runtime cut the connection without a status
 * line. It fails without a value, because the runtime would print one.
 */
export function lostConnection(): Response {
  return new Response(new ReadableStream({ start: (controller) => controller.error() }));
}
