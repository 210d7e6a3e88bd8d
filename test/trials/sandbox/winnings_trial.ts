/** A sandbox's wallet is paid what it wins: it claims by itself, on a fast clock. @module */
import { expect, test } from "bun:test";
import { createClient } from "../../../app/client/typescript/mod.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { RARE_GAMES } from "../../app/environment.ts";
import { placeUntilSent } from "../../app/order/place_until_sent.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";

const WINDOWS = sized({ short: 2, whole: 10 });
const FRESH_E6 = 10_000_000_000;
const e6 = (usdc: number | null | undefined) => Math.round((usdc ?? 0) * 1e6);

test("a sandbox's wallet that bought both outcomes has what the winners pay", async () => {
  const { url, said, stop } = await openSandbox({ ...RARE_GAMES, SANDBOX_SPEED: "60" });
  const client = createClient(url, { apiKey: said(/API key +(\S+)/) });
  const walletId = said(/wallet +(\S+) \(claims what it wins by itself\)/);
  const buyBoth = async (slug: string) => {
    for (const outcome of ["Up", "Down"]) {
      const order = { walletId, slug, outcome, side: "BUY", amount: 5, limitPrice: 0.99 } as const;
      await placeUntilSent(() => client.orders.market({ ...order, orderType: "FAK" }));
    }
    return true;
  };
  const [seen, bought] = [new Set<string>(), new Set<string>()];
  for await (const { phase, slug } of client.stream.windows("btc", "5min")) {
    if (phase !== "open" || seen.has(slug)) continue;
    seen.add(slug);
    // A window may end on the way.
    if (await buyBoth(slug).catch(() => false)) bought.add(slug);
    if (bought.size === WINDOWS) break;
  }
  const left = new Set(bought);
  for await (const event of client.stream.orders({ wallets: [walletId], since: 0 })) {
    if (event.type !== "claim" || event.claim.state !== "confirmed") continue;
    expect(event.claim.automatic).toBe(true);
    left.delete(event.claim.slug ?? "");
    if (left.size === 0) break;
  }
  const fills = await Array.fromAsync(client.orders.fills.all({ walletId }));
  const claims = await Array.fromAsync(client.positions.claims.all({ walletId }));
  const spentE6 = fills.reduce((sum, { usdc, fee }) => sum + e6(usdc) + e6(fee?.usdc), 0);
  const paidE6 = claims.reduce((sum, { usdc }) => sum + e6(usdc), 0);
  expect(paidE6).toBeGreaterThan(0);
  const { balance_usdc: balance } = await client.wallets.balance({ walletId });
  const wrong = e6(balance) === FRESH_E6 - spentE6 + paidE6 ? 0 : 1;
  tell({ done: "winnings", count: bought.size, lost: left.size, wrong });
  expect(wrong).toBe(0);
  await stop();
});
