/**
 * Claims, splits and merges in plain words: what they do, by which road, and what became of them.
 *
 * @module
 */
import type { TradingWallet } from "../../client/typescript/mod.ts";
import type { ChainAction, Claim, Position } from "../../client/typescript/wire/position.ts";
import { countText, sharesText, usdcText } from "../part/number_text.ts";
import { shortHex } from "../part/short_hex.ts";
import { addUsdc } from "./money_text.ts";

/** What is claimed of a position. */
export type ClaimablePosition = Pick<
  Position,
  "condition_id" | "slug" | "outcome" | "shares" | "value_usdc"
>;

/** A split or a merge that is asked for. `size` is USDC, and shares of each outcome. */
export interface PairChange {
  readonly kind: "split" | "merge";
  readonly walletId: string;
  readonly slug: string;
  readonly size: number;
}

/** Markets that the service claims at a time. */
const MARKETS_MAX = 100;

/** Returns how a market is called where its slug is not known. */
export function marketText({ slug, condition_id }: Pick<Position, "slug" | "condition_id">) {
  return slug ?? `market ${shortHex(condition_id)}`;
}

/** Returns what a position pays, such as `5 shares of "Up" in btc-…: 5 USDC`. */
export function paysText(position: ClaimablePosition): string {
  const { outcome, shares, value_usdc } = position;
  const held = `${sharesText(shares)} of ${outcome === null ? "an outcome" : `"${outcome}"`}`;
  const paid = value_usdc === null ? "what they pay is not certain" : usdcText(value_usdc);
  return `${held} in ${marketText(position)}: ${paid}`;
}

/** More are added up: nobody reads them. */
const LINES_MAX = 5;

/**
 * Returns what is claimed, in a line each or added up. `hasMore`: there is more than these
 * positions.
 */
export function claimLines(
  positions: ReadonlyArray<ClaimablePosition>,
  hasMore: boolean,
): ReadonlyArray<string> {
  const each = positions.length <= LINES_MAX ? positions.map(paysText) : [];
  return positions.length === 1 ? each : [...each, sumText(positions, hasMore)];
}

function sumText(positions: ReadonlyArray<ClaimablePosition>, hasMore: boolean): string {
  const known = positions.flatMap(({ value_usdc }) => value_usdc ?? []);
  const markets = new Set(positions.map(({ condition_id }) => condition_id)).size;
  const unsure = positions.length - known.length;
  const sum =
    `Together ${countText(positions.length, "position")} in ${countText(markets, "market")}, ` +
    `for ${usdcText(known.reduce(addUsdc, 0))}`;
  const others = unsure === 0
    ? ""
    : ` and for what ${unsure} of them ${unsure === 1 ? "pays" : "pay"}, which is not certain`;
  const rest = hasMore || markets > MARKETS_MAX
    ? `. At most ${MARKETS_MAX} markets are claimed at a time: claim again for the rest`
    : "";
  return `${sum}${others}${rest}`;
}

/** Returns by which road a wallet does it, and what that costs. */
export function roadText(
  { signature_type }: Pick<TradingWallet, "signature_type">,
  markets = 1,
): string {
  if (signature_type !== 0) {
    return "The venue's relayer brings it to the chain, and pays the gas: it costs the wallet " +
      "nothing.";
  }
  const each = markets === 1 ? "" : ", one for each market";
  return `The wallet's key sends its own transaction to the chain${each}. That costs gas: its ` +
    "address needs some POL.";
}

/** Returns the question whether to split or merge. */
export function pairQuestion({ kind, size }: PairChange): string {
  return kind === "split"
    ? `Split ${usdcText(size)} into shares?`
    : `Merge ${sharesText(size)} of both outcomes?`;
}

/** Returns what a split or a merge does. */
export function pairText({ kind, slug, size }: PairChange): string {
  const [shares, usdc] = [`${sharesText(size)} of each outcome of ${slug}`, usdcText(size)];
  return kind === "split"
    ? `${usdc} of the wallet become ${shares}. One of the two outcomes pays 1 USDC a share in ` +
      "the end, the other nothing: together they stay worth what they cost."
    : `${shares} become ${usdc}, before the market ends and whatever its outcome.`;
}

const DONE_WORDS = { claim: "Claimed", split: "Split", merge: "Merged into" } as const;

/** Returns what became of an action, or what it waits for. */
export function stateText(action: Pick<ChainAction, "kind" | "state" | "usdc" | "why">): string {
  const { kind, state, usdc, why } = action;
  switch (state) {
    case "sent":
      return why === null ? "On its way to the chain" : `On its way: ${why}`;
    case "confirmed":
      return `${DONE_WORDS[kind]} ${usdcText(Math.abs(usdc ?? 0))}`;
    case "failed":
      return `Failed, and nothing has moved${why === null ? "" : `: ${why}`}`;
    case "nothing_left":
      return "Nothing was left: it was claimed elsewhere before, which is no loss";
  }
}

/** Returns what became of claims that are over, in a sentence for each way they went. */
export function endedText(claims: ReadonlyArray<Claim>): ReadonlyArray<string> {
  const [only] = claims;
  if (only !== undefined && claims.length === 1) {
    return [`${stateText(only)} (${marketText(only)}).`];
  }
  const of = (wanted: Claim["state"]) => claims.filter(({ state }) => state === wanted);
  const markets = (those: ReadonlyArray<Claim>) => countText(those.length, "market");
  const [paid, gone, failed] = [of("confirmed"), of("nothing_left"), of("failed")];
  const usdc = paid.map((one) => one.usdc ?? 0).reduce(addUsdc, 0);
  return [
    ...paid.length === 0 ? [] : [`Claimed ${usdcText(usdc)} of ${markets(paid)}.`],
    ...gone.length === 0
      ? []
      : [`Nothing was left of ${markets(gone)}: it was claimed elsewhere before.`],
    ...failed.map((one) => `${stateText(one)} (${marketText(one)}).`),
  ];
}
