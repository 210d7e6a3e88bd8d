/** Draws histories of claims at random. @module */
import fc from "fast-check";
import { RECEIVERS, STORE_STATES } from "../history/conditions.ts";
import { MARKETS, WALLETS } from "./holdings.ts";
import {
  type ClaimPlan,
  type ClaimStep,
  type ClaimSteps,
  type ClaimWorldPlan,
  type Given,
  REPLICAS_MAX,
} from "./plan.ts";
import { CALL_FATES } from "./wire.ts";

const replica = fc.nat(REPLICAS_MAX - 1);
const wallet = fc.nat(WALLETS.length - 1);
const market = fc.nat(MARKETS.length - 1);
const key = fc.nat(1);
const policy = fc.constantFrom("off" as const, "auto" as const);

/** Draws a kind of step with this weight. */
function draw<const Kind extends keyof ClaimSteps>(
  weight: number,
  kind: Kind,
  fields: { readonly [Field in keyof ClaimSteps[Kind]]: fc.Arbitrary<ClaimSteps[Kind][Field]> },
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<ClaimStep> } {
  const step = fc.record({ kind: fc.constant(kind), ...fields });
  return { weight, arbitrary: step as unknown as fc.Arbitrary<ClaimStep> };
}

const STEPS = [
  draw(20, "pass", { ms: fc.constantFrom(1_000, 5_000, 20_000, 60_000, 200_000, 650_000) }),
  draw(4, "fate", {
    provider: fc.constantFrom("node", "node", "relayer", "relayer", "index", "catalog", "book"),
    fate: fc.constantFrom("answers", "answers", "answers", ...CALL_FATES),
  }),
  draw(3, "fate", {
    provider: fc.constantFrom("node", "relayer"),
    fate: fc.constantFrom("answers", "lost_reply", "lost_reply", "silent", "late"),
  }),
  draw(2, "set", {
    conditions: fc.oneof(
      fc.constantFrom("answers" as const, "answers" as const, ...STORE_STATES)
        .map((store) => ({ store })),
      fc.constantFrom("takes" as const, ...RECEIVERS).map((receivers) => ({ receivers })),
      fc.constantFrom("arrive" as const, "get_lost" as const).map((answers) => ({ answers })),
    ),
  }),
  draw(4, "relaying", {
    stall: fc.constantFrom(0, 0, 0, 0.3, 1),
    failed: fc.constantFrom(0, 0, 0.3, 1),
    delay_ms: fc.constantFrom(200, 200, 2_000, 8_000, 30_000),
  }),
  draw(2, "redeem", {
    share: fc.constantFrom(0, 0.5, 1),
    afterSec: fc.constantFrom(1, 15, 60),
  }),
  draw(7, "resolve", { market, first: fc.constantFrom(1_000_000, 1_000_000, 0, 500_000, 333_333) }),
  draw(10, "claim", { replica, wallet, market: fc.option(market, { freq: 4 }), key }),
  draw(9, "pair", {
    replica,
    wallet,
    market,
    act: fc.constantFrom("split", "split", "merge"),
    size: fc.constantFrom(2, 1.000001, 3.5),
    key,
  }),
  draw(4, "hand", {
    wallet,
    market,
    act: fc.constantFrom("redeem", "redeem", "split", "merge"),
    amount: fc.constantFrom("2", "0.5", "3.5"),
  }),
  draw(2, "elsewhere", { wallet }),
  draw(2, "policy", { wallet, policy }),
  draw(2, "read", { replica, wallet }),
  draw(3, "process", {
    replica,
    change: fc.constantFrom("hang", "wake", "kill", "kill", "stop", "start", "start"),
  }),
  draw(4, "die", { replica, call: fc.integer({ min: 1, max: 30 }) }),
  draw(1, "fleet", { replica, change: fc.constantFrom("cut", "mend") }),
  draw(1, "forget", {}),
];

/** 2026-11-06T00:00:00Z. */
const START_SEC = 1_793_923_200;

const given: fc.Arbitrary<Given> = fc.record({
  how: fc.constantFrom("nothing", "split", "split", "split", "given"),
  amount: fc.constantFrom("5", "7.250001", "3.999999"),
});
const ofEach = <A>(count: number, one: fc.Arbitrary<A>) =>
  fc.array(one, { minLength: count, maxLength: count });

const world: fc.Arbitrary<ClaimWorldPlan> = fc.record({
  seed: fc.noShrink(fc.nat()),
  replicas: fc.integer({ min: 1, max: REPLICAS_MAX }),
  hasNode: fc.nat(2).map((die) => die > 0),
  startSec: fc.constant(START_SEC),
  policies: ofEach(WALLETS.length, policy),
  given: ofEach(WALLETS.length, ofEach(MARKETS.length, given)),
});

/** Draws them. */
export const claimHistory: fc.Arbitrary<ClaimPlan> = fc.record({
  world,
  steps: fc.array(fc.oneof(...STEPS), { maxLength: 50, size: "max" }),
});
