/** Draws histories at random. @module */
import fc from "fast-check";
import { GAME_STATUSES } from "../../../core/game/mod.ts";
import { ASSETS, INTERVALS, PROVIDERS } from "../../../core/market/mod.ts";
import {
  CHAIN_STATES,
  type Conditions,
  DELIVERIES,
  MADE_STATES,
  NEWS_STATES,
  PROVIDER_STATES,
  RECEIVERS,
  STORE_STATES,
  VENUE_STATES,
  WIRES,
} from "./conditions.ts";
import type { WorldPlan } from "./ground.ts";
import { MAKERS } from "./maker_venue.ts";
import { SLUGS, WALLETS } from "./order_ground.ts";
import {
  CLIENTS,
  type GameMove,
  type HistoryPlan,
  type MadeOrder,
  REPLICAS_MAX,
  type Step,
  type Steps,
} from "./step.ts";

const replica = fc.nat(REPLICAS_MAX - 1);
const client = fc.nat(CLIENTS - 1);
const wallet = fc.nat(WALLETS.length - 1);
const maker = fc.nat(MAKERS.length - 1);
// The market is at 0.38 to 0.40.
const price = fc.constantFrom(0.37, 0.39, 0.39, 0.4, 0.42);
const size = fc.constantFrom(5, 8, 12.34);

const made = {
  side: fc.constantFrom("BUY" as const, "BUY" as const, "SELL" as const),
  price,
  size,
  terms: fc.record({
    kind: fc.constantFrom<MadeOrder["terms"]["kind"]>(
      "plain",
      "plain",
      "life",
      "life",
      "gtd",
      "post_only",
    ),
    sec: fc.constantFrom(1, 20, 300),
  }),
};

/** Draws a kind of step with this weight. */
function draw<const Kind extends keyof Steps>(
  weight: number,
  kind: Kind,
  fields: { readonly [Field in keyof Steps[Kind]]: fc.Arbitrary<Steps[Kind][Field]> },
): { readonly weight: number; readonly arbitrary: fc.Arbitrary<Step> } {
  const step = fc.record({ kind: fc.constant(kind), ...fields });
  return { weight, arbitrary: step as unknown as fc.Arbitrary<Step> };
}

/** Draws a condition, and more often that it is fair. */
function set<const Name extends keyof Omit<Conditions, "cutOff">>(
  weight: number,
  name: Name,
  states: ReadonlyArray<Conditions[Name]>,
) {
  const [fair] = states;
  const state = fc.constantFrom(...fair === undefined ? [] : [fair], ...states);
  return draw(weight, "set", { conditions: state.map((state) => ({ [name]: state })) });
}

const move: fc.Arbitrary<GameMove> = fc.record({
  event: fc.nat(4),
  status: fc.constantFrom(...GAME_STATUSES),
  score: fc.nat(3),
  hour: fc.integer({ min: -3, max: 5 }),
});

/** What happens to replicas, to what all of them stand on, and to orders. */
const SHARED_STEPS = [
  draw(12, "pass", { ms: fc.constantFrom(100, 2_000, 10_000, 30_000, 70_000, 200_000) }),
  set(2, "store", STORE_STATES),
  // What is late is what most goes wrong with.
  set(6, "wire", [...WIRES, "late", "late", "late"]),
  set(2, "venue", VENUE_STATES),
  set(2, "receivers", RECEIVERS),
  set(1, "answers", ["arrive", "get_lost"]),
  draw(2, "fleet", { replica, change: fc.constantFrom("cut", "mend") }),
  draw(1, "forget", {}),
  draw(3, "process", {
    replica,
    change: fc.constantFrom("hang", "wake", "kill", "stop", "start"),
  }),
  draw(3, "die", { replica, call: fc.integer({ min: 1, max: 25 }) }),
  draw(15, "order", {
    replica,
    wallet,
    key: fc.constantFrom(null, 0, 0, 1, 2, 3),
    slug: fc.constantFrom(...SLUGS),
    side: fc.constantFrom("BUY", "BUY", "SELL"),
    // Few, so that requests of one key are often the same.
    amount: fc.constantFrom(2, 2, 5, 7.31),
    orderType: fc.constantFrom("FOK", "FOK", "FAK"),
  }),
  draw(1, "hang_up", {}),
  draw(1, "rules", {}),
  draw(1, "limit", { replica, wallet, dayMax: fc.constantFrom(null, 4, 12) }),
  draw(1, "change_key", { replica, wallet }),
  draw(2, "list", { replica, wallet }),
];

/** What happens to orders that may rest. */
const MAKER_STEPS = [
  draw(14, "rest", { replica, maker, ...made, isDoubled: fc.nat(4).map((die) => die === 0) }),
  draw(4, "batch", {
    replica,
    maker,
    orders: fc.array(fc.record(made), { minLength: 1, maxLength: 3 }),
  }),
  draw(9, "alter", {
    replica,
    maker,
    change: fc.constantFrom("replace", "replace", "cancel", "cancel", "cancel_all", "guard"),
    order: fc.nat(2),
    price,
    size,
    seconds: fc.constantFrom(0, 5, 60, 300),
  }),
  draw(8, "hit", { place: fc.nat(2), shares: fc.constantFrom(1, 2.5, 4, 30) }),
  draw(3, "look", { replica, maker }),
  draw(3, "connect", { client, replica }),
  draw(1, "leave", { client }),
  set(3, "news", NEWS_STATES),
  set(2, "chain", CHAIN_STATES),
  set(2, "made", MADE_STATES),
];

const OTHER_STEPS = [
  set(1, "oracle", PROVIDER_STATES),
  set(1, "exchange", PROVIDER_STATES),
  set(4, "delivery", DELIVERIES),
  draw(2, "socket", {
    provider: fc.constantFrom(...PROVIDERS),
    state: fc.constantFrom("up", "down"),
    replica: fc.option(replica),
  }),
  draw(4, "connect", { client, replica }),
  draw(2, "leave", { client }),
  draw(7, "ask", {
    replica,
    what: fc.constantFrom("at", "active", "range"),
    asset: fc.constantFrom("btc", "btc", ...ASSETS),
    interval: fc.constantFrom("5min", "5min", ...INTERVALS),
    back: fc.nat(3),
  }),
  draw(5, "schedule", { moves: fc.array(move, { minLength: 1, maxLength: 3 }), replica }),
  draw(5, "games", { replica, limit: fc.integer({ min: 1, max: 2 }) }),
];

/** Seconds of 2026-11-06T00:00:00Z, when windows of every interval open. */
const MIDNIGHT_SEC = 1_793_923_200;

const world: fc.Arbitrary<WorldPlan> = fc.record({
  seed: fc.noShrink(fc.nat()),
  replicas: fc.integer({ min: 1, max: REPLICAS_MAX }),
  hasReports: fc.boolean(),
  startSec: fc.constantFrom(
    MIDNIGHT_SEC - 100,
    MIDNIGHT_SEC - 3_600 - 400,
    MIDNIGHT_SEC + 1_000,
  ),
  isOfOrders: fc.constant(false),
});

const stepsOf = (kinds: ReadonlyArray<ReturnType<typeof draw>>) =>
  fc.array(fc.oneof(...kinds), { maxLength: 48, size: "max" });

/** Draws histories of prices, games and orders that do not rest. */
export const history: fc.Arbitrary<HistoryPlan> = fc.record({
  world,
  steps: stepsOf([...SHARED_STEPS, ...OTHER_STEPS]),
});

/** Draws histories of orders alone, also of such that rest. */
export const orderHistory: fc.Arbitrary<HistoryPlan> = fc.record({
  world: world.map((plan) => ({ ...plan, isOfOrders: true })),
  steps: stepsOf([...SHARED_STEPS, ...MAKER_STEPS]),
});
