/**
 * A reference: `Bun.serve` that writes the same object as JSON for every request.
 *
 * @module
 */
import { announce, copyAnswer } from "../copied_answer.ts";

const { text, headers } = await copyAnswer();
const sheet = new Headers(headers);
const body: unknown = JSON.parse(text);
announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(JSON.stringify(body), { headers: sheet }),
}));
