/** What a wallet does in a day: it trades, splits, merges and claims. @module */
import type { Chance } from "../../stage/chance.ts";
import { doByHand } from "./by_hand.ts";
import { tried } from "./deed_counts.ts";
import { e6Of } from "./e6_of.ts";
import type { TextPosition } from "./judge_ledger.ts";
import type { StartedWallet, World } from "./started_wallets.ts";

const SERIES = [["btc", "15min"], ["eth", "15min"], ["btc", "1hour"], ["sol", "4hour"]] as const;
/** Between two things that a wallet does, in milliseconds of the clock. */
const REST_MS_MAX = 6 * 60_000;
/** How often a request and somebody else claim the same. */
const RACE_RATE = 0.2;

/** What all wallets have asked for and not heard of yet: it may take them more than a session. */
export const asking = new Set<Promise<unknown>>();

/** Lives until an instant, unix milliseconds. */
export async function live(
  world: World,
  wallet: StartedWallet,
  { untilMs, chance }: { readonly untilMs: number; readonly chance: Chance },
): Promise<void> {
  const { clock } = world;
  while (clock.nowMs() < untilMs) {
    await act(world, wallet, chance);
    await Bun.sleep(clock.realMs(chance.within(0, REST_MS_MAX)));
  }
}

/** Returns the positions of a wallet, every one or those in these states. */
export async function positionsOf(
  { exact }: World,
  { walletId }: StartedWallet,
  status: ReadonlyArray<string> = ["open", "claimable", "lost", "closed"],
): Promise<ReadonlyArray<TextPosition>> {
  const found = await Array.fromAsync(exact.positions.list.all({ walletId, status, limit: 200 }));
  return found as unknown as ReadonlyArray<TextPosition>;
}

/** One thing that a wallet does, by itself or by the hand of its owner. */
async function act(world: World, wallet: StartedWallet, chance: Chance): Promise<void> {
  const kind = chance.within(0, 10);
  if (kind >= 5) {
    const held = await tried(
      "looks",
      () => positionsOf(world, wallet, ["open", "claimable", "lost"]),
    );
    const some = (held ?? []).filter(({ shares }) => e6Of(shares) > 0n);
    if (some.length > 0) return await useHeld(world, wallet, { one: chance.pick(some), chance });
  }
  await buy(world, wallet, { chance, isSplit: kind === 4 });
}

/** Gets shares of a window that is open. */
async function buy(
  world: World,
  wallet: StartedWallet,
  { chance, isSplit }: { readonly chance: Chance; readonly isSplit: boolean },
): Promise<void> {
  const { client } = world;
  const { walletId } = wallet;
  const [asset, interval] = chance.pick(SERIES);
  const { data: [window] } = await client.windows.active({ asset: [asset], interval: [interval] });
  const up = window?.market?.outcomes[0];
  if (window === undefined || up === undefined || up.token_id === null) return;
  const { slug } = window;
  const outcome = chance.is(0.5) ? "Up" : "Down";
  const order = { walletId, slug, outcome, side: "BUY" } as const;
  if (isSplit) {
    const amount = `${chance.within(1, 30)}.${chance.within(100, 999)}`;
    if (chance.is(0.5)) {
      await doByHand(world, wallet, { do: "split", tokenId: up.token_id, amount });
    } else {
      ask("splits by us", () => client.positions.split({ walletId, slug, size: Number(amount) }));
    }
  } else if (chance.is(0.5)) {
    const amount = chance.within(1, 20);
    await tried(
      "market orders",
      () => client.orders.market({ ...order, amount, orderType: "FAK" }),
    );
  } else {
    const price = Math.round(Math.min(0.95, Math.max(0.05, up.best_bid ?? 0.4)) * 100) / 100;
    const own = outcome === "Up" ? price : Math.round((1 - price) * 100) / 100;
    const size = chance.within(5, 40);
    await tried(
      "limit orders",
      () => client.orders.limit({ ...order, price: own, size, lifeS: 1_800 }),
    );
  }
}

/** Sells, merges or claims what a wallet has. */
async function useHeld(
  world: World,
  wallet: StartedWallet,
  { one, chance }: { readonly one: TextPosition; readonly chance: Chance },
): Promise<void> {
  const { client } = world;
  const { walletId } = wallet;
  const { slug, shares, status, tokenId } = one;
  if (status !== "open") return await claim(world, wallet, { one, chance });
  if (slug === null) return;
  const kind = chance.within(0, 4);
  if (kind === 0) {
    const amount = `${chance.within(1, 5)}.25`;
    return void await doByHand(world, wallet, { do: "merge", tokenId, amount });
  }
  if (kind === 1) {
    const size = chance.within(1, 5) + 0.125;
    return ask("merges by us", () => client.positions.merge({ walletId, slug, size }));
  }
  const amount = Math.floor(Number(shares) * chance.within(10, 101)) / 100;
  if (amount < 5) return;
  const order = { walletId, slug, outcome: one.outcome ?? "", side: "SELL", amount } as const;
  // What is sold before it is settled may turn out never to have come.
  await tried(
    "sales",
    () => client.orders.market({ ...order, orderType: "FAK", settledOnly: true }),
  );
}

/** Claims one market or all, as the wallet does; now and then a request as well. */
async function claim(
  world: World,
  wallet: StartedWallet,
  { one, chance }: { readonly one: TextPosition; readonly chance: Chance },
): Promise<void> {
  const { positions } = world.client;
  const { walletId, claimer } = wallet;
  const ofOne = { walletId, condition_id: one.condition_id };
  if (claimer === "hand") await doByHand(world, wallet, { do: "redeem", tokenId: one.tokenId });
  if (claimer === "request" && chance.is(0.5)) {
    return ask("requests to claim all", () => positions.claim({ walletId }));
  }
  if (claimer === "request" || chance.is(RACE_RATE)) {
    ask("requests to claim one", () => positions.claim(ofOne));
  }
}

/** Asks for what may take longer than the session: the client asks again, with its key. */
function ask(done: string, deed: () => Promise<unknown>): void {
  const asked = tried(done, deed).finally(() => asking.delete(asked));
  asking.add(asked);
}
