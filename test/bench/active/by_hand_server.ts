/**
 * A reference: the pipeline's duties for one path, handwritten in one function.
 *
 * It counts each address per rate window, names each request, reads the query, puts the current
 * time into the cached JSON, and sets the headers of the real answer.
 *
 * @module
 */
import { announce, copyAnswer } from "../copied_answer.ts";

const { path, text, headers } = await copyAnswer();
const rest = text.slice(text.indexOf(",") + 1);
const cached = new Map([["btc", { rest, untilMs: Date.now() + 3_600_000 }]]);
const limit = Number(headers["x-ratelimit-limit"]);
const exposed = headers["access-control-expose-headers"] ?? "";
const WINDOW_SEC = 60;

let windowStartSec = 0;
let counts = new Map<string, number>();

announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request, server) {
    const url = new URL(request.url);
    if (url.pathname !== path || request.method !== "GET") return refuse(404, "no such path");
    const nowMs = Date.now();
    const nowSec = Math.floor(nowMs / 1000);
    const startSec = nowSec - nowSec % WINDOW_SEC;
    if (startSec !== windowStartSec) {
      windowStartSec = startSec;
      counts = new Map();
    }
    const address = server.requestIP(request)?.address ?? "";
    const used = (counts.get(address) ?? 0) + 1;
    counts.set(address, used);
    if (used > limit) return refuse(429, "too many requests");
    const answer = cached.get(url.searchParams.get("asset") ?? "btc");
    if (answer === undefined || nowMs >= answer.untilMs) return refuse(400, "no such asset");
    const requestId = request.headers.get("x-request-id") ?? Bun.randomUUIDv7();
    return new Response(`{"now":"${new Date(nowMs).toISOString()}",${answer.rest}`, {
      headers: {
        "content-type": "application/json",
        "x-content-type-options": "nosniff",
        "access-control-allow-origin": "*",
        "access-control-expose-headers": exposed,
        "vary": "accept-encoding",
        "x-sandbox": "true",
        "x-cache": "HIT",
        "x-request-id": requestId,
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(limit - used),
        "x-ratelimit-reset": String(startSec + WINDOW_SEC),
      },
    });
  },
}));

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
