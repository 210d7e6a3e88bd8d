/**
 * The same window at other venues in words: what is not known has no number.
 *
 * @module
 */
import type { BasisTotal, Leg, LegBasis } from "../../client/typescript/mod.ts";
import { numberText } from "../part/number_text.ts";
import { decimalsOf, exactPrice, shortPrice } from "./price_text.ts";

/** Why a leg has no target; of another state it has one. */
const NO_TARGET: Readonly<Partial<Record<Leg["target_state"], string>>> = {
  not_listed: "no market on this window",
  announced: "not known before the window opens",
  pending: "not known yet",
  never_set: "never set: the market ended without one",
};

const RESULT: Readonly<Record<Leg["outcome_state"], string>> = {
  open: "open",
  closed: "not known yet",
  final: "final",
  amended: "amended: the venue has replaced another result by this one",
  void: "void: nobody wins",
};

/** Returns the name of a venue as it writes it itself. */
export function venueName(venue: string): string {
  return venue.charAt(0).toUpperCase() + venue.slice(1);
}

/** Returns the target of a leg, with the decimals of its market, or why there is none. */
export function targetText({ target_text, target_state }: TargetOf): string {
  return target_text ?? NO_TARGET[target_state] ?? "not known yet";
}

type TargetOf = Pick<Leg, "target_text" | "target_state">;

/** Returns how a leg ended, or why it has not. */
export function outcomeText(leg: Pick<Leg, "outcome" | "outcome_state" | "target_state">): string {
  if (leg.target_state === "not_listed") return NO_TARGET.not_listed ?? "";
  const state = RESULT[leg.outcome_state];
  return leg.outcome === null ? state : `${leg.outcome}, ${state}`;
}

/** Returns how far the target of a leg is from that of another. */
export function basisText(
  { a, price, bps }: LegBasis,
  { rule: { digits }, target }: Pick<Leg, "rule" | "target">,
): string {
  const whose = `${venueName(a)}'s`;
  if (price === 0) return `the same as ${whose}`;
  const size = Math.abs(price);
  const rounded = shortPrice(size, Math.max(digits ?? 0, decimalsOf(target ?? 0)));
  // What is not nothing is not told as nothing.
  const amount = /[1-9]/.test(rounded) ? rounded : exactPrice(size);
  const share = bps === null ? "" : ` (${numberText(Math.abs(bps))} basis points)`;
  return `${amount} ${price > 0 ? "above" : "below"} ${whose}${share}`;
}

/** Returns every known outcome where two of them differ; undefined where none is known to. */
export function differenceText(
  legs: ReadonlyArray<Pick<Leg, "venue" | "outcome">>,
): string | undefined {
  const known = legs.filter(({ outcome }) => outcome !== null);
  if (new Set(known.map(({ outcome }) => outcome)).size < 2) return undefined;
  return known.map(({ venue, outcome }) => `${venueName(venue)} ${outcome}`).join(", ");
}

/** Returns how often another venue named the same winner. */
export function agreementText(
  { agreed, disagreed, void: voided, missing }: BasisTotal,
  venue: string,
): string {
  const name = venueName(venue);
  const compared = agreed + disagreed;
  const rest = [
    ...(voided === 0 ? [] : [`${voided} without a winner at ${name}`]),
    ...(missing === 0 ? [] : [`${missing} not listed, or not known`]),
  ].join(", ");
  const text = compared === 0
    ? `No window of the last day is known to have a winner at ${name}`
    : `${name} named the same winner in ${agreed} of ${compared} windows of the last day`;
  return rest === "" ? text : `${text} (${rest})`;
}
