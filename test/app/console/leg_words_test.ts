/** A leg in words: each state plainly, and no number that is not there. @module */
import { describe, expect, test } from "bun:test";
import type { Leg } from "../../../app/client/typescript/mod.ts";
import {
  agreementText,
  basisText,
  differenceText,
  outcomeText,
  targetText,
  venueName,
} from "../../../app/console/market/leg_words.ts";
import { OTHER_LEG } from "./stream_event.ts";

const leg = (change: Partial<Leg>): Leg => ({ ...OTHER_LEG, ...change });
const without = (target_state: Leg["target_state"]) =>
  targetText(leg({ target: null, target_text: null, target_state }));
const basis = (price: number, bps: number | null = 0.421, digits: number | null = 2) =>
  basisText(
    { a: "polymarket", b: "kalshi", price, bps },
    leg({ rule: { ...leg({}).rule, digits } }),
  );
const ended = (outcome_state: Leg["outcome_state"], outcome: Leg["outcome"] = null) =>
  outcomeText(leg({ outcome_state, outcome }));
const total = (agreed: number, disagreed: number, voided = 0, missing = 0) =>
  agreementText({ agreed, disagreed, void: voided, missing }, "kalshi");
const named = (...outcomes: ReadonlyArray<Leg["outcome"]>) =>
  differenceText(
    outcomes.map((outcome, at) => ({
      venue: ["polymarket", "kalshi", "third"][at] ?? "",
      outcome,
    })),
  );

describe("a page writes of a leg", () => {
  test.each<[what: string, text: string | undefined, wanted: string | undefined]>([
    ["its venue as that writes itself", venueName("kalshi"), "Kalshi"],
    [
      "its target with the market's own decimals",
      targetText(leg({ target: 87_651.9, target_text: "87651.90" })),
      "87651.90",
    ],
    ["that its venue has no market", without("not_listed"), "no market on this window"],
    ["that its market has not opened", without("announced"), "not known before the window opens"],
    ["that its target is not known", without("pending"), "not known yet"],
    [
      "that it never had a target",
      without("never_set"),
      "never set: the market ended without one",
    ],

    ["a target above", basis(3.69), "3.69 above Polymarket's (0.421 basis points)"],
    ["a target below", basis(-3.69, -0.421), "3.69 below Polymarket's (0.421 basis points)"],
    ["a target that is the same", basis(0, 0), "the same as Polymarket's"],
    ["a distance without its share", basis(3.69, null), "3.69 above Polymarket's"],
    [
      "a distance in the decimals of its market",
      basis(0.000108737335504192, 7.7605, 7),
      "0.0001087 above Polymarket's (7.7605 basis points)",
    ],
    [
      "no distance that is rounded to none",
      basis(0.0004, 0.0001, null),
      "0.0004 above Polymarket's (0.0001 basis points)",
    ],

    ["that its window is open", ended("open"), "open"],
    ["that its result is not known", ended("closed"), "not known yet"],
    ["its result", ended("final", "up"), "up, final"],
    [
      "that its result took the place of another",
      ended("amended", "down"),
      "down, amended: the venue has replaced another result by this one",
    ],
    ["that it has no winner", ended("void"), "void: nobody wins"],
    [
      "no result where there is no market",
      outcomeText(leg({ target_state: "not_listed", outcome_state: "void" })),
      "no market on this window",
    ],

    ["both outcomes where they differ", named("up", "down"), "Polymarket up, Kalshi down"],
    ["nothing where they are the same", named("up", "up"), undefined],
    ["nothing where one is not known", named("up", null), undefined],
    ["nothing where the own one is not known", named(null, "down"), undefined],
    [
      "every known outcome where some differ",
      named("up", "down", null),
      "Polymarket up, Kalshi down",
    ],
    ["nothing of no leg", named(), undefined],

    [
      "how often it had the same winner",
      total(91, 4),
      "Kalshi named the same winner in 91 of 95 windows of the last day",
    ],
    [
      "which windows were not compared",
      total(91, 1, 2, 1),
      "Kalshi named the same winner in 91 of 92 windows of the last day " +
      "(2 without a winner at Kalshi, 1 not listed, or not known)",
    ],
    [
      "no share of no window",
      total(0, 0, 0, 95),
      "No window of the last day is known to have a winner at Kalshi (95 not listed, or not known)",
    ],
  ])("%s", (_, text, wanted) => expect(text).toBe(wanted as string));
});
