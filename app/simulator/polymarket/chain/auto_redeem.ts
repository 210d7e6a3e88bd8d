/**
 * The venue's own claims: some time after a resolution it redeems for the wallets that approved it.
 *
 * Source: the venue's client, which approves the contract; users report markets that it skipped.
 *
 * @module
 */
import { type KeptMaps, UNKEPT } from "../../kit/kept_maps.ts";
import { hash32, streamOf, unit } from "../../world/hash.ts";
import { type Markets } from "../clob/markets.ts";
import { type OnChain, redeemAll } from "../clob/on_chain.ts";
import { type Agenda } from "./agenda.ts";
import { isOperator } from "./approvals.ts";
import { type ChainLog } from "./chain_log.ts";
import { type ChainMarket } from "./chain_record.ts";
import { CONTRACT, tokenContractOf } from "./contract.ts";
import { type Hex } from "./contract_call.ts";
import { logsOf } from "./event_log.ts";
import { type Node } from "./node.ts";

/** The share of winning positions that are redeemed, 0 to 1, and the seconds from resolution. */
export interface AutoRedeemTerms {
  readonly share: number;
  readonly afterSec: number;
}

/** The venue's own claims: none until terms are set. */
export interface AutoRedeem {
  setTerms(terms: AutoRedeemTerms): void;
}

/** What it works with. */
export interface AutoRedeemParts {
  readonly agenda: Agenda;
  readonly chain: Pick<ChainLog, "watch">;
  readonly markets: Pick<Markets, "byToken">;
  readonly node: Pick<Node, "include">;
  readonly nowMs: () => number;
  readonly onChain: Pick<OnChain, "begin" | "nextHash" | "payouts">;
  readonly seed: number;
  readonly kept?: KeptMaps;
}

/** A wallet's shares of a market that may be resolved one day. */
interface Position {
  readonly address: string;
  readonly market: ChainMarket;
  /** When they last changed, in unix milliseconds. */
  readonly changedMs: number;
}

/** Bounds memory; the oldest are not redeemed. */
const POSITIONS_MAX = 10_000;
/** How often open markets are looked at. */
const LOOK_MS = 1_000;
const GAS_USED = 260_000n;
/** Who sends these transactions. */
const KEEPER: Hex = "0x4ee94e74ee94e74ee94e74ee94e74ee94e74ee94";

/** Makes them. */
export function makeAutoRedeem(
  { agenda, chain, markets, node, nowMs, onChain, seed, kept = UNKEPT }: AutoRedeemParts,
): AutoRedeem {
  const positions = kept.map<Position>("unclaimed positions", POSITIONS_MAX);
  let terms: AutoRedeemTerms & { readonly sinceMs: number } = {
    share: 0,
    afterSec: 0,
    sinceMs: 0,
  };
  let isLooking = false;
  const isOfShare = ({ address, market }: Position) => {
    const name = `auto redeem ${address.toLowerCase()} ${market.conditionId.toLowerCase()}`;
    return unit(hash32(streamOf(seed, name), 0)) < terms.share;
  };
  const redeem = (position: Position) => (atMs: number) => {
    const market = markets.byToken(position.market.tokenIds[0]);
    const resolved = market && onChain.payouts(market, atMs);
    if (market === undefined || resolved === undefined || !isOfShare(position)) return;
    const transaction = onChain.begin(position.address, atMs);
    const operator = CONTRACT.autoRedeemer;
    const hasApproved = isOperator(transaction.account(), {
      tokens: tokenContractOf(market),
      operator,
    });
    const hasWon = market.tokenIds.some((tokenId, at) =>
      transaction.heldE6(tokenId) > 0n && (resolved.payoutsE6[at] ?? 0n) > 0n
    );
    if (!hasApproved || !hasWon) return;
    redeemAll(transaction, market, resolved);
    const hash = onChain.nextHash() as Hex;
    transaction.commit(hash);
    const logs = logsOf(transaction.effects(), { wallet: position.address, operator });
    const mined = { hash, from: KEEPER, to: operator, isReverted: false, gasUsed: GAS_USED };
    node.include({ ...mined, logs }, atMs);
  };
  /** Returns when a position is redeemed; undefined while its market is open. */
  const dueMs = ({ market: { tokenIds }, changedMs }: Position): number | undefined => {
    const market = markets.byToken(tokenIds[0]);
    const resolved = market && onChain.payouts(market, nowMs());
    if (resolved === undefined) return undefined;
    // Where it is not known since when, it is since now.
    const resolvedMs = resolved.resolvedSec === undefined ? nowMs() : resolved.resolvedSec * 1_000;
    return Math.max(resolvedMs + terms.afterSec * 1_000, changedMs, terms.sinceMs);
  };
  const look = () => {
    isLooking = false;
    for (const [key, position] of positions) {
      const atMs = dueMs(position);
      if (atMs === undefined) continue;
      positions.delete(key);
      agenda.at(atMs, redeem(position));
    }
    lookAgain();
  };
  const lookAgain = () => {
    if (isLooking || terms.share === 0 || positions.size === 0) return;
    isLooking = true;
    agenda.at((Math.floor(nowMs() / LOOK_MS) + 1) * LOOK_MS, look);
  };
  chain.watch((address, { market, atMs }) => {
    const key = `${address.toLowerCase()} ${market.conditionId.toLowerCase()}`;
    positions.setNewest(key, { address, market, changedMs: atMs });
    lookAgain();
  });
  return {
    setTerms(to) {
      terms = { ...to, sinceMs: nowMs() };
      lookAgain();
    },
  };
}
