/**
 * A reference: a process that serves, and does nothing else.
 *
 * @module
 */
import process from "node:process";

Bun.serve({
  hostname: "127.0.0.1",
  port: Number(process.env["PORT"]),
  fetch: () => new Response("ok"),
});
