/** What a wallet has come to: its ledger, its claims, and what was told of them. @module */
import { claimedByHand } from "./by_hand.ts";
import { did } from "./deed_counts.ts";
import { judgeClaims, type Payment, type TextClaim } from "./judge_claims.ts";
import { conditionsApart, differenceE6, oddPositions, type TextPosition } from "./judge_ledger.ts";
import { FIRST_USDC, type StartedWallet, type World } from "./started_wallets.ts";
import { positionsOf } from "./wallet_deeds.ts";
import { activityOf, broughtE6, entryFeesOf, type IndexRow } from "./wallet_index.ts";

/** What is wrong of a wallet. */
export interface JudgedWallet {
  /** A line each. */
  readonly wrong: ReadonlyArray<string>;
  /** What its ledger has made, less what its balance says, in millionths. */
  readonly offE6: bigint;
  /** The claims that were not told of, and those that were more than once. */
  readonly untold: number;
  readonly doubled: number;
}

/** Judges a wallet, once it is settled. */
export async function judgeWallet(world: World, wallet: StartedWallet): Promise<JudgedWallet> {
  const { client, exact, receiver, told } = world;
  const { walletId } = wallet;
  const positions = await positionsOf(world, wallet);
  const { balance_usdc } = await exact.wallets.balance({ walletId });
  const offE6 = differenceE6(positions, { before: FIRST_USDC, after: String(balance_usdc) });
  const claims = await Array.fromAsync(
    exact.positions.claims.all({ walletId, limit: 200 }),
  ) as unknown as ReadonlyArray<TextClaim>;
  const rows = await activityOf(world, wallet);
  const payments = paymentsIn(rows);
  const topic = `orders:${walletId}`;
  const { wrong, untold, doubled } = judgeClaims({
    claims,
    payments,
    claimed: String((await exact.positions.profit({ walletId })).total.claimed_usdc),
    streamed: told.flatMap((event) =>
      event.type === "claim" && event.topic === topic && event.claim.state !== "sent"
        ? [event.claim.id]
        : []
    ),
    hooked: receiver.dataOf("claim.confirmed")
      .filter(({ wallet_id }) => wallet_id === walletId).map(({ id }) => String(id)),
  });
  for await (const { state, role } of client.orders.fills.all({ walletId, limit: 200 })) {
    did(`fills ${state} as ${role}`);
  }
  for (const { status } of positions) did(`positions ${status}`);
  count(claims, payments);
  const odd = oddPositions(positions);
  const entryFees = await entryFeesOf(world, wallet);
  const apart = conditionsApart(positions, { rows, entryFees });
  const conditions = [...new Set([...odd.map(({ condition_id }) => condition_id), ...apart])];
  return {
    wrong: [
      ...offE6 === 0n ? [] : [`differs by ${offE6} millionths`],
      ...odd.map((one) => `is not certain, not claimed, or differs: ${JSON.stringify(one)}`),
      ...apart.map((condition) => `has other USDC or fees than the index lists of ${condition}`),
      ...await historiesOf(world, { wallet, rows, positions, conditions }),
      ...wrong,
    ].map((line) => `${walletId} of type ${wallet.type}, ${wallet.claimer}: ${line}`),
    offE6,
    untold,
    doubled,
  };
}

/** Counts what was claimed, by who has. */
function count(claims: ReadonlyArray<TextClaim>, payments: ReadonlyArray<Payment>): void {
  for (const { state, automatic } of claims) {
    did(
      state === "confirmed" ? `claims by ${automatic ? "policy" : "request"}` : `claims ${state}`,
    );
  }
  const own = new Set(claims.map(({ tx }) => tx));
  for (const { tx, usdcE6 } of payments) {
    if (usdcE6 === 0n || own.has(tx)) continue;
    did(claimedByHand.has(tx) ? "claims by hand" : "claims by the venue");
  }
}

/** What the chain has paid for shares of markets that are resolved. */
function paymentsIn(rows: ReadonlyArray<IndexRow>): ReadonlyArray<Payment> {
  return rows.filter(({ type }) => type === "REDEEM").map((row) => ({
    conditionId: row.condition_id,
    tx: row.transaction_hash.toLowerCase(),
    usdcE6: broughtE6(row),
  }));
}

/** What tells how these conditions came to be as they are. */
async function historiesOf(
  { exact }: World,
  { wallet: { walletId }, rows, positions, conditions }: {
    readonly wallet: StartedWallet;
    readonly rows: ReadonlyArray<IndexRow>;
    readonly positions: ReadonlyArray<TextPosition>;
    readonly conditions: ReadonlyArray<string>;
  },
): Promise<ReadonlyArray<string>> {
  return await Promise.all(conditions.map(async (market) => {
    const fills = await Array.fromAsync(exact.orders.fills.all({ walletId, market }));
    const claims = await Array.fromAsync(exact.positions.claims.all({ walletId, market }));
    const all = [...positions, ...rows].filter(({ condition_id }) => condition_id === market);
    return [`of ${market}:`, ...[...all, ...fills, ...claims].map((one) => JSON.stringify(one))]
      .join("\n");
  }));
}
