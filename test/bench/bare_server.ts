/** A reference: a process that serves, and does nothing else. @module */
import { announce } from "./copied_answer.ts";

announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response("ok"),
}));
