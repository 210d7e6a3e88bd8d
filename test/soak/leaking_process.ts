/**
 * A small process that answers everything, and keeps something of every request if it is told so:
 * what a soak must find.
 *
 * @module
 */
import { openSync } from "node:fs";
import process from "node:process";

/** What it keeps: nothing, memory, or open files. */
const kept = process.argv[2] ?? "nothing";
/** Far above the noise of a short soak, so that it may be a slow one. */
const KEPT_BYTES = 1536 * 1024;
const KEPT_FILES = 4;
const memory: Array<Uint8Array> = [];

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    if (new URL(request.url).pathname === "/metrics") {
      return new Response(`strikeline_heap_used_bytes ${process.memoryUsage().heapUsed}\n`);
    }
    if (kept === "memory") memory.push(new Uint8Array(KEPT_BYTES).fill(1));
    if (kept === "files") {
      for (let file = 0; file < KEPT_FILES; file++) openSync("/dev/null", "r");
    }
    return Response.json({});
  },
});
console.log(`service ${server.url.origin} `);
