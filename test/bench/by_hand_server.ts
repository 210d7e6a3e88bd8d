/**
 * A reference: the pipeline's duties for one path, handwritten in one function.
 *
 * It counts each address per rate window, names each request, reads the query, puts the current
 * time into the cached JSON, and sets the headers of the real answer: as an object, which is how
 * most would write it, or, with `--reuse-headers`, in one `Headers` that only changes where it
 * must, which is faster.
 *
 * @module
 */
import { announce, copyAnswer } from "./copied_answer.ts";

const { path, text, headers } = await copyAnswer();
const rest = text.slice(text.indexOf(",") + 1);
const cached = new Map([["btc", { rest, untilMs: Date.now() + 3_600_000 }]]);
const limit = Number(headers["x-ratelimit-limit"]);
const exposed = headers["access-control-expose-headers"] ?? "";
const WINDOW_SEC = 60;

const isReusing = Bun.argv.includes("--reuse-headers");
const sheet = new Headers(headers);

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
    const state = { requestId, used, resetSec: startSec + WINDOW_SEC };
    return new Response(`{"now":"${new Date(nowMs).toISOString()}",${answer.rest}`, {
      headers: isReusing ? reusedHeaders(state) : freshHeaders(state),
    });
  },
}));

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

interface State {
  readonly requestId: string;
  readonly used: number;
  readonly resetSec: number;
}

function freshHeaders({ requestId, used, resetSec }: State): Record<string, string> {
  return {
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
    "x-ratelimit-reset": String(resetSec),
  };
}

let sheetResetSec = 0;

function reusedHeaders({ requestId, used, resetSec }: State): Headers {
  sheet.set("x-request-id", requestId);
  sheet.set("x-ratelimit-remaining", String(limit - used));
  if (resetSec !== sheetResetSec) {
    sheet.set("x-ratelimit-reset", String(resetSec));
    sheetResetSec = resetSec;
  }
  return sheet;
}
