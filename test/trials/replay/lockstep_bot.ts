/** A bot in lockstep: it follows a series and buys something of every window. @module */
import { ApiError, createClient } from "../../../app/client/typescript/mod.ts";

/** What a bot did until the replay was over. */
export interface BotRun {
  readonly frames: number;
  readonly orders: number;
  /** What became of each order: the state of one that was placed, else why there is none. */
  readonly outcomes: ReadonlyArray<string>;
}

/** Runs it until the replay is over, or the signal is aborted. */
export async function runBot(
  { url, apiKey, walletId }: {
    readonly url: string;
    readonly apiKey: string;
    readonly walletId: string;
  },
  signal?: AbortSignal,
): Promise<BotRun> {
  const client = createClient(url, { apiKey, stream: { lockstep: true } });
  const outcomes: Array<string> = [];
  const bought = new Set<string>();
  let frames = 0;
  for await (const window of client.stream.windows("btc", "5min", { ...signal && { signal } })) {
    frames += 1;
    const { phase, slug, price_state } = window;
    if (phase !== "open" || price_state !== "live" || bought.has(slug)) continue;
    if ((window.outcome("Up")?.best_ask ?? null) === null) continue;
    bought.add(slug);
    const order = { walletId, slug, outcome: "Up", side: "BUY", amount: 5 } as const;
    const outcome = await client.orders.market(order, { idempotencyKey: slug })
      .then(
        ({ status }) => status,
        (error: Error) => (error instanceof ApiError ? error.reason : undefined) ?? error.message,
      );
    outcomes.push(`${slug} ${outcome}`);
  }
  return { frames, orders: bought.size, outcomes };
}
