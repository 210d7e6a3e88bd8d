/**
 * A reference: a page of games with the duties of the service, handwritten in one function.
 *
 * It checks the key, counts its requests per rate window, names each request, compares the tag, and
 * sends one page, encoded beforehand, whatever the query asks for.
 *
 * @module
 */
import { announce, keptHeaders } from "../copied_answer.ts";
import { GAMES_KEY } from "./many_games.ts";

const url = Bun.argv[2] ?? "";
const copied = await fetch(url, { headers: { "x-api-key": GAMES_KEY } });
if (!copied.ok) throw new Error(`Cannot copy the page of ${url}: ${await copied.text()}`);
const path = new URL(url).pathname;
/** Encoded: sending it costs no encoding. */
const page = new Blob([await copied.bytes()]);
const headers = keptHeaders(copied);
const keys = new Set([digestOf(GAMES_KEY)]);
const tag = headers["etag"] ?? "";
const limit = Number(headers["x-ratelimit-limit"]);
const WINDOW_SEC = 60;

const sheet = new Headers(headers);
let windowStartSec = 0;
let counts = new Map<string, number>();

announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const url = new URL(request.url);
    if (url.pathname !== path || request.method !== "GET") return refuse(404, "no such path");
    const digest = digestOf(request.headers.get("x-api-key") ?? "");
    if (!keys.has(digest)) return refuse(401, "no such key");
    const nowSec = Math.floor(Date.now() / 1000);
    const startSec = nowSec - nowSec % WINDOW_SEC;
    if (startSec !== windowStartSec) {
      windowStartSec = startSec;
      counts = new Map();
      sheet.set("x-ratelimit-reset", String(startSec + WINDOW_SEC));
    }
    const used = (counts.get(digest) ?? 0) + 1;
    counts.set(digest, used);
    if (used > limit) return refuse(429, "too many requests");
    sheet.set("x-request-id", request.headers.get("x-request-id") ?? Bun.randomUUIDv7());
    sheet.set("x-ratelimit-remaining", String(limit - used));
    return request.headers.get("if-none-match") === tag
      ? new Response(null, { status: 304, headers: sheet })
      : new Response(page, { headers: sheet });
  },
}));

function digestOf(key: string): string {
  return new Bun.CryptoHasher("sha256").update(key).digest("hex");
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
