/**
 * Refuses requests whose body the runtime would not read as HTTP means it.
 *
 * Bun 1.4.5 ends the connection with a bare 400 when a chunked body ends with trailer fields, and
 * sends `100 Continue` only where `Expect` is spelled in lower case. Neither can be done for it, so
 * that who announces one of them is told at once, while nothing was done yet. A proxy in front
 * speaks HTTP with the client itself.
 *
 * @module
 */
import { type Refusal } from "../answer/refusal.ts";

/** The one spelling that the runtime answers, before any of this is asked. */
const ANSWERED_EXPECTATION = "100-continue";

/** Returns the refusal of a request with a body that would be lost or waited for in vain. */
export function refuseUnspoken(headers: Headers): Refusal | undefined {
  const expect = headers.get("expect");
  if (expect !== null && expect !== ANSWERED_EXPECTATION) return otherExpectation(expect);
  const hasTrailer = headers.has("trailer") && headers.has("transfer-encoding");
  return hasTrailer ? TRAILER : undefined;
}

/** RFC 9110, section 10.1.1: the client is to repeat the request without the expectation. */
function otherExpectation(expect: string): Refusal {
  const quoted = expect.length > 80 ? `${expect.slice(0, 80)}...` : expect;
  return {
    status: 417,
    error: `Cannot meet Expect: ${quoted}`,
    hint: `Send the body without Expect, or spell it ${ANSWERED_EXPECTATION}`,
    headers: { connection: "close" },
  };
}

const TRAILER: Refusal = {
  status: 411,
  error: "Cannot read a body that ends with trailer fields",
  hint: "Send it with Content-Length, or in chunks without Trailer and its fields",
  headers: { connection: "close" },
};
