/**
 * A reference: `Bun.serve` that answers every request with the bytes of one page.
 *
 * @module
 */
import { announce } from "../copied_answer.ts";
import { copyPage } from "./copied_page.ts";

const { page, headers } = await copyPage();
const sheet = new Headers(headers);
announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () => new Response(page, { headers: sheet }),
}));
