/**
 * A maker: quotes both sides of btc's current 5-minute window until its input ends. Then it waits
 * until each of its orders is over and settled, and prints them and their fills.
 *
 * @module
 */
import { ApiError, createClient, NoAnswer } from "../../../app/client/typescript/mod.ts";
import type { SentOrder } from "../../../app/client/typescript/mod.ts";

const env = (name: string) => Bun.env[name] ?? "";
const walletId = env("STRIKELINE_WALLET_ID");
const PAUSE_MS = Number(env("MAKER_PAUSE_S")) * 1_000;
/** Prices are whole ticks of a hundredth in here. */
const EDGE_TICKS = 1;

const { orders, targets, wallets } = createClient(env("STRIKELINE_URL"), {
  apiKey: env("STRIKELINE_API_KEY"),
});
const placed = new Set<string>();
/** The order that rests, by market and outcome. */
const resting = new Map<string, string>();

/** Asks under one key until the outcome is known, which is undefined for a refusal. */
async function once<Input, Answer>(
  call: (input: Input, options: { readonly idempotencyKey: string }) => Promise<Answer>,
  input: Input,
): Promise<Answer | undefined> {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    try {
      return await call(input, { idempotencyKey });
    } catch (error) {
      // A service that could not look says nothing of an earlier try.
      const isCertain = error instanceof ApiError && error.reason !== "unavailable";
      if (isCertain) return undefined;
      if (!(error instanceof ApiError || error instanceof NoAnswer)) throw error;
      await Bun.sleep(PAUSE_MS);
    }
  }
}

/** Bids below the best ask, in the place of the bid before. */
async function quote(slug: string, outcome: string): Promise<void> {
  const wanted = { walletId, slug, outcome, side: "BUY" as const };
  const { quote: { worstPrice } } = await orders.preview({ ...wanted, amount: 1 });
  const price = Math.max(Math.round(worstPrice * 100) - EDGE_TICKS, 1) / 100;
  const place = `${slug} ${outcome}`;
  const before = resting.get(place);
  resting.delete(place);
  const order = before === undefined
    ? await once(orders.limit, { ...wanted, price, size: 40, lifeS: 120 })
    : (await once(orders.replace, { orderId: before, walletId, price }))?.order;
  if (!order) return;
  placed.add(order.orderId);
  console.log(JSON.stringify({ placed: order.orderId }));
  resting.set(place, order.orderId);
}

/** Quotes, and renews the guard that cancels everything should this bot die. */
async function trade(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      await wallets.setGuard({ walletId, seconds: 60 });
      const { results } = await targets.active({ asset: "btc", types: "5min" });
      for (const { windowStart } of results) {
        for (const outcome of ["Up", "Down"]) await quote(`btc-updown-5m-${windowStart}`, outcome);
      }
    } catch (error) {
      console.error(String(error));
    }
    await Bun.sleep(PAUSE_MS);
  }
}

/** Whether nothing of it rests, and all that it traded is confirmed. */
function isSettled({ state, filled, settled }: SentOrder): boolean {
  return /^(matched|canceled)$/.test(state) && filled !== null && filled.shares === settled?.shares;
}

/** Keeps what is of this bot's orders: another trades with the same wallet. */
async function own<Item extends { readonly order_id: string }>(items: AsyncIterable<Item>) {
  return (await Array.fromAsync(items)).filter(({ order_id }) => placed.has(order_id));
}

/** The orders and fills, once nothing of them changes any more. */
async function settledBook() {
  for (;; await Bun.sleep(1_000)) {
    try {
      const sent = await own(orders.history.all({ walletId, limit: 200 }));
      if (!sent.every(isSettled)) continue;
      return { sent, fills: await own(orders.fills.all({ walletId, limit: 200 })) };
    } catch (error) {
      console.error(String(error));
    }
  }
}

let isStopping = false;
void Bun.stdin.text().then(() => (isStopping = true));
await trade(() => isStopping);
const { sent, fills } = await settledBook();
for (const order of sent) console.log(JSON.stringify({ order }));
for (const fill of fills) console.log(JSON.stringify({ fill }));
