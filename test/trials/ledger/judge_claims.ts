/** A wallet's claims against what the chain has paid, and what was told of them. @module */
import { e6Of } from "./e6_of.ts";

/** A claim as the service lists it; its numbers as text, to the last digit. */
export interface TextClaim {
  readonly id: string;
  readonly condition_id: string;
  readonly state: string;
  readonly usdc: string | null;
  readonly tx: string | null;
  readonly automatic: boolean;
}

/** What the chain has paid for one outcome. */
export interface Payment {
  readonly conditionId: string;
  readonly tx: string;
  readonly usdcE6: bigint;
}

/** All that is known of the claims of a wallet. */
export interface ClaimsToJudge {
  readonly claims: ReadonlyArray<TextClaim>;
  readonly payments: ReadonlyArray<Payment>;
  /** What the service says that claims have paid, decimal text. */
  readonly claimed: string;
  /** The claims that the stream has told to be over: an id as often as it was told. */
  readonly streamed: ReadonlyArray<string>;
  /** The claims that webhooks have told to be confirmed, likewise. */
  readonly hooked: ReadonlyArray<string>;
}

/** What is wrong, a line each, and how many claims were not told of, or more than once. */
export interface JudgedClaims {
  readonly wrong: ReadonlyArray<string>;
  readonly untold: number;
  readonly doubled: number;
}

/** Judges them, once all are over. */
export function judgeClaims(
  { claims, payments, claimed, streamed, hooked }: ClaimsToJudge,
): JudgedClaims {
  const confirmed = claims.filter(({ state }) => state === "confirmed");
  const paidE6 = sumOf(payments);
  const wrong = [
    ...claims.filter(({ state }) => state === "sent")
      .map((one) => `is not over: ${JSON.stringify(one)}`),
    ...confirmed.filter((one) => sumOf(payments.filter((paid) => isOf(one, paid))) !== e6(one))
      .map((one) => `is not what the chain has paid: ${JSON.stringify(one)}`),
    ...e6Of(claimed) === paidE6 ? [] : [`${claimed} claimed, and ${paidE6} millionths paid`],
  ];
  const ended = claims.filter(({ state }) => state !== "sent");
  const told = [timesTold(ended, streamed), timesTold(confirmed, hooked)].flat();
  const known = new Set(claims.map(({ id }) => id));
  const unknown = [...streamed, ...hooked].filter((id) => !known.has(id));
  return {
    wrong: [...wrong, ...unknown.map((id) => `was told, and is not listed: ${id}`)],
    untold: told.filter((times) => times === 0).length,
    doubled: told.filter((times) => times > 1).length,
  };
}

function timesTold(claims: ReadonlyArray<TextClaim>, ids: ReadonlyArray<string>) {
  return claims.map((claim) => ids.filter((id) => id === claim.id).length);
}

const e6 = ({ usdc }: TextClaim): bigint => e6Of(usdc ?? "0");

const isOf = ({ tx, condition_id }: TextClaim, paid: Payment): boolean =>
  tx === paid.tx && hexOf(condition_id) === hexOf(paid.conditionId);

/** Either spelling of a condition's id. */
const hexOf = (id: string): string => id.toLowerCase().replace(/^0x/, "").slice(0, 62);

const sumOf = (payments: ReadonlyArray<Payment>): bigint =>
  payments.reduce((sum, { usdcE6 }) => sum + usdcE6, 0n);
