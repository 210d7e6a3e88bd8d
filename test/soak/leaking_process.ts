/**
 * A small process that answers everything, unless it is told to keep something of every request, to
 * end, to hang, to be slow or to have nothing: what a soak must find.
 *
 * @module
 */
import { openSync } from "node:fs";
import process from "node:process";

/** What it does, beside answering. */
export type Fault = "nothing" | "memory" | "files" | "end" | "hang" | "slow" | "missing";

const fault = (process.argv[2] ?? "nothing") as Fault;
/** Far above the noise of a short soak, so that it may be a slow one. */
const KEPT_BYTES = 1536 * 1024;
const KEPT_FILES = 4;
/** It keeps memory as well, and ends as if there were no more of it. */
const LIVED_REQUESTS = 40;
/** So that a few connections cannot reach a high rate, however fast the machine is. */
const SLOW_MS = 100;
const memory: Array<Uint8Array> = [];

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request): Response | Promise<Response> {
    if (fault === "missing") return new Response("{}", { status: 404 });
    if (fault === "hang") return new Promise(() => {});
    if (new URL(request.url).pathname === "/metrics") {
      return new Response(`strikeline_heap_used_bytes ${process.memoryUsage().heapUsed}\n`);
    }
    if (fault === "memory" || fault === "end") memory.push(new Uint8Array(KEPT_BYTES).fill(1));
    if (fault === "end" && memory.length === LIVED_REQUESTS) process.kill(process.pid, "SIGKILL");
    if (fault === "files") {
      for (let file = 0; file < KEPT_FILES; file++) openSync("/dev/null", "r");
    }
    if (fault === "slow") return Bun.sleep(SLOW_MS).then(() => Response.json({}));
    return Response.json({});
  },
});
console.log(`service ${server.url.origin} `);
