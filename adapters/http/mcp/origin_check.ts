/**
 * Refuses requests that a web page of another machine sends.
 *
 * A page can have its own name resolved to this machine (DNS rebinding), and MCP therefore wants
 * the header `Origin` to be checked. Here a page has no cookie to abuse, and no key; the rest of
 * the interface is open to every origin for that reason. Programs send no `Origin`.
 *
 * @module
 */
import { Refused } from "../edge/answer/refusal.ts";

/** The hosts of pages on this machine; no foreign page can have one of these names. */
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns the refusal of a request that comes from such a page. */
export function refuseOrigin(headers: Headers): Refused | undefined {
  const origin = headers.get("origin");
  if (origin === null || isOfThisMachine(origin)) return undefined;
  return new Refused({
    status: 403,
    error: "Cannot answer a web page of this origin",
    hint: "Call from a program, which sends no Origin, or from a page on http://localhost",
  });
}

function isOfThisMachine(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && /^https?:$/.test(url.protocol) && LOOPBACK.has(url.hostname);
}
