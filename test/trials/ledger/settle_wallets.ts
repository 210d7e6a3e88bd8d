/** The end: everything that was won is claimed, and everybody knows it. @module */
import { calmly } from "../calmly.ts";
import { sized } from "../size.ts";
import { doByHand } from "./by_hand.ts";
import { tried } from "./deed_counts.ts";
import { oddPositions, type TextPosition } from "./judge_ledger.ts";
import type { StartedWallet, World } from "./started_wallets.ts";
import { asking, positionsOf } from "./wallet_deeds.ts";

/** How long it may take, of machine time, until what is odd is told. */
const PATIENCE_MS = sized({ short: 40_000, whole: 180_000 });
/** What was claimed by hand here: the ledger knows it once the index does. */
const claimed = new Set<string>();
const UNSETTLED = ["matched", "mined", "retrying"];

/** Ends what is open, and has every wallet claim what is left, by its own way. */
export async function settleWallets(world: World): Promise<void> {
  const { client, wallets } = world;
  for (const { walletId } of wallets) await client.orders.cancel({ walletId });
  await Promise.all([...asking]);
  const untilMs = performance.now() + PATIENCE_MS;
  let left = wallets;
  await calmly(async () => {
    const areSettled = await Promise.all(left.map((wallet) => isSettled(world, wallet)));
    left = left.filter((_, at) => areSettled[at] !== true);
    return left.length === 0 || performance.now() > untilMs;
  });
}

/** Whether a wallet has nothing under way and all claimed; claims what it is to claim, if not. */
async function isSettled(world: World, wallet: StartedWallet): Promise<boolean> {
  const { client } = world;
  const { walletId } = wallet;
  const fills = await client.orders.fills({ walletId, state: UNSETTLED, limit: 1 });
  const sent = await client.positions.claims({ walletId, state: ["sent"], limit: 1 });
  if (fills.data.length > 0 || sent.data.length > 0) return false;
  const won = await positionsOf(world, wallet, ["claimable"]);
  if (won.length > 0) {
    await claimAll(world, wallet, won);
    return false;
  }
  return oddPositions(await positionsOf(world, wallet)).length === 0;
}

/** What the venue has skipped is asked for, too. */
async function claimAll(
  world: World,
  wallet: StartedWallet,
  won: ReadonlyArray<TextPosition>,
): Promise<void> {
  const { walletId, claimer } = wallet;
  if (claimer === "hand") {
    for (const { tokenId } of won) {
      const name = `${walletId} ${tokenId}`;
      if (claimed.has(name)) continue;
      if (await doByHand(world, wallet, { do: "redeem", tokenId })) claimed.add(name);
    }
  } else if (claimer !== "policy") {
    await tried("requests to claim all", () => world.client.positions.claim({ walletId }));
  }
}
