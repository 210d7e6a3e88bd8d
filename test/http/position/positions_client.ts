/** A caller with a position, and the index beside it. @module */
import { Option } from "effect";
import type { IndexedActivity, IndexedHolding } from "../../../core/port/wallet_index.ts";
import type { Resolution } from "../../../core/venue/mod.ts";
import { NOON_MS } from "../../contract/order_fixture.ts";
import { fillsClient } from "../order/fills_client.ts";
import { PLAIN } from "../order/order_world.ts";

const some = Option.some;
/** Of its market. */
export const CONDITION = Option.getOrThrow(PLAIN.conditionId);
const TX = `0x${"aa".repeat(32)}`;

/** What the index has of Up. */
export const holding = (shares: number, fields: Partial<IndexedHolding> = {}): IndexedHolding => ({
  conditionId: CONDITION,
  tokenId: "11",
  outcomeIndex: some(0),
  outcome: "Up",
  slug: PLAIN.slug,
  sharesE6: BigInt(shares * 1e6),
  averagePriceE6: some(530_000n),
  realizedE6: some(0n),
  ...fields,
});
/** What the index lists: the purchase, or what differs from it. */
export const activity = (fields: Partial<IndexedActivity>): IndexedActivity => ({
  kind: "trade",
  type: "TRADE",
  atMs: NOON_MS,
  tx: some(TX),
  conditionId: some(CONDITION),
  tokenId: some("11"),
  outcomeIndex: some(0),
  side: some("BUY"),
  sharesE6: some(10_000_000n),
  usdcE6: some(5_300_000n),
  ...fields,
});
/** A minute after the purchase, by what a share of each outcome pays. */
export const resolved = (...payoutsE6: ReadonlyArray<bigint>): Resolution => ({
  status: "resolved",
  payoutsE6: some(payoutsE6),
  reporter: some("CHAINLINK"),
  resolvedAtMs: some(NOON_MS + 60_000),
});

/** A wallet that bought 10 shares of Up for 5.30, which the chain has settled. */
export async function positionsClient() {
  const client = await fillsClient(10_000_000n);
  const { hear, wallet, index } = client;
  await hear({ state: "confirmed", tx: some(TX) });
  index.asOfMs = NOON_MS + 6_000;
  const ask = async (query = "") => {
    const answer = await client.positions(`walletId=${wallet.id}${query}`);
    const data = answer.body["data"] as ReadonlyArray<Readonly<Record<string, unknown>>>;
    return { ...answer, data };
  };
  const profitOf = (query = "") => client.profit(`walletId=${wallet.id}${query}`);
  return { ...client, request: client.ask, ask, profitOf };
}
