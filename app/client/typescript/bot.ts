/**
 * A bot that prints every second what the open window costs, and buys Up once a window:
 * `STRIKELINE_API_KEY=sk_... bun run app/client/typescript/bot.ts http://127.0.0.1:3000`.
 *
 * @module
 */
import process from "node:process";
import { createClient } from "./mod.ts";

const apiKey = process.env["STRIKELINE_API_KEY"];
const client = createClient(process.argv[2] ?? "http://127.0.0.1:3000", { apiKey });
const walletId = (await client.account.details()).wallets[0]?.id ?? "";
const order = { walletId, outcome: "Up", side: "BUY", amount: 5, limitPrice: 0.9 } as const;
let bought = "";
for await (const window of client.stream.windows("btc", "5min")) {
  const { phase, slug, target, distance } = window;
  const ask = window.outcome("Up")?.best_ask ?? null;
  if (phase !== "open") continue;
  console.log(slug, target.price, distance, ask ?? "no ask", window.secondsLeft());
  if (slug !== bought && (ask ?? 1) < 0.9 && (distance ?? 0) > 20 && window.secondsLeft() < 240) {
    const placed = client.orders.market({ ...order, slug }, { idempotencyKey: slug });
    const told = placed.then(({ status, filled }) => `${status} ${filled.shares} shares`);
    console.log(await told.catch((refused: Error) => refused.message));
    bought = slug;
  }
  await new Promise((done) => setTimeout(done, 1_000));
}
