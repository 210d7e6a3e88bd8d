/** What a wallet has come to: its ledger, its claims, and what was told of them. @module */
import { claimedByHand } from "./by_hand.ts";
import { did } from "./deed_counts.ts";
import { e6Of } from "./e6_of.ts";
import { judgeClaims, type Payment, type TextClaim } from "./judge_claims.ts";
import { differenceE6, oddPositions, type TextPosition } from "./judge_ledger.ts";
import { FIRST_USDC, parseExactly, type StartedWallet, type World } from "./started_wallets.ts";
import { positionsOf } from "./wallet_deeds.ts";

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
  const payments = await paymentsTo(world, wallet);
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
  return {
    wrong: [
      ...offE6 === 0n ? [] : [`differs by ${offE6} millionths`],
      ...odd.map((one) => `is not certain, not claimed, or differs: ${JSON.stringify(one)}`),
      ...await historiesOf(world, { wallet, odd }),
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

interface ActivityPage {
  readonly data: ReadonlyArray<{
    readonly condition_id: string;
    readonly transaction_hash: string;
    readonly usdc_size: string;
  }>;
  readonly pagination: { readonly next_cursor: string | null };
}

/** What the chain has paid to a wallet for shares of markets that are resolved. */
async function paymentsTo(
  { siteUrl }: World,
  { address }: StartedWallet,
): Promise<ReadonlyArray<Payment>> {
  const payments: Payment[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = `user=${address}&type=REDEEM&limit=1000${cursor && `&cursor=${cursor}`}`;
    const text = await (await fetch(`${siteUrl}/v2/activity?${query}`)).text();
    const page: ActivityPage = parseExactly(text);
    payments.push(...page.data.map((row) => ({
      conditionId: row.condition_id,
      tx: row.transaction_hash.toLowerCase(),
      usdcE6: e6Of(row.usdc_size),
    })));
    cursor = page.pagination.next_cursor;
  }
  return payments;
}

/** What tells how odd positions came to be. */
async function historiesOf(
  { exact, siteUrl }: World,
  { wallet, odd }: {
    readonly wallet: StartedWallet;
    readonly odd: ReadonlyArray<TextPosition>;
  },
): Promise<ReadonlyArray<string>> {
  const { walletId, address } = wallet;
  const conditions = [...new Set(odd.map(({ condition_id }) => condition_id))];
  return await Promise.all(conditions.map(async (market) => {
    const query = `user=${address}&condition=${market}&limit=1000`;
    const activity = await (await fetch(`${siteUrl}/v2/activity?${query}`)).text();
    const fills = await Array.fromAsync(exact.orders.fills.all({ walletId, market }));
    const claims = await Array.fromAsync(exact.positions.claims.all({ walletId, market }));
    const own = [...fills, ...claims].map((one) => JSON.stringify(one));
    return [market, ...own, activity].join("\n");
  }));
}
