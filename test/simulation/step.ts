/**
 * The steps of a history: what happens to replicas, providers, stores and clients, in order.
 *
 * @module
 */
import fc from "fast-check";
import { GAME_STATUSES, type GameStatus } from "../../core/game/mod.ts";
import { type Asset, ASSETS, type Interval, INTERVALS, PROVIDERS } from "../../core/market/mod.ts";
import { DELIVERIES, PROVIDER_STATES, STORE_STATES } from "./conditions.ts";
import type { WorldPlan } from "./ground.ts";

/** The most replicas, and clients of the stream. */
export const REPLICAS_MAX = 3;
export const CLIENTS = 2;

/** A change of the schedule. */
export interface GameMove {
  readonly event: number;
  readonly status: GameStatus;
  readonly score: number;
  /** The kickoff, in hours from the beginning of the world. */
  readonly hour: number;
}

/** One step. `replica` and `client` are positions. */
export type Step =
  | { readonly kind: "pass"; readonly ms: number }
  | { readonly kind: "store"; readonly state: (typeof STORE_STATES)[number] }
  | {
    readonly kind: "provider";
    readonly provider: (typeof PROVIDERS)[number];
    readonly state: (typeof PROVIDER_STATES)[number];
  }
  | {
    readonly kind: "socket";
    readonly provider: (typeof PROVIDERS)[number];
    readonly state: "up" | "down";
    /** The only replica whose way to the provider is so. Absent: the ways of all. */
    readonly replica?: number;
  }
  | { readonly kind: "delivery"; readonly how: (typeof DELIVERIES)[number] }
  | { readonly kind: "fleet"; readonly replica: number; readonly change: "cut" | "mend" }
  /** The server that replicas share forgets all leases and news. */
  | { readonly kind: "forget" }
  | {
    readonly kind: "process";
    readonly replica: number;
    readonly change: "hang" | "wake" | "kill" | "stop" | "start";
  }
  | { readonly kind: "connect"; readonly client: number; readonly replica: number }
  | { readonly kind: "leave"; readonly client: number }
  | {
    readonly kind: "ask";
    readonly replica: number;
    readonly what: "at" | "active" | "range";
    readonly asset: Asset;
    readonly interval: Interval;
    /** How many windows back. */
    readonly back: number;
  }
  | { readonly kind: "schedule"; readonly moves: ReadonlyArray<GameMove>; readonly replica: number }
  | { readonly kind: "games"; readonly replica: number; readonly limit: number };

/** A whole history: the world, and what happens in it. */
export interface HistoryPlan {
  readonly world: WorldPlan;
  readonly steps: ReadonlyArray<Step>;
}

const replica = fc.nat(REPLICAS_MAX - 1);
const client = fc.nat(CLIENTS - 1);
const provider = fc.constantFrom(...PROVIDERS);

const move: fc.Arbitrary<GameMove> = fc.record({
  event: fc.nat(4),
  status: fc.constantFrom(...GAME_STATUSES),
  score: fc.nat(3),
  hour: fc.integer({ min: -3, max: 5 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.constantFrom(100, 2_000, 10_000, 30_000, 70_000, 200_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("store" as const),
      state: fc.constantFrom("answers" as const, ...STORE_STATES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("provider" as const),
      provider,
      state: fc.constantFrom("answers" as const, ...PROVIDER_STATES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("socket" as const),
      provider,
      state: fc.constantFrom("up" as const, "down" as const),
      replica,
    }, { requiredKeys: ["kind", "provider", "state"] }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("delivery" as const),
      how: fc.constantFrom(...DELIVERIES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("fleet" as const),
      replica,
      change: fc.constantFrom("cut" as const, "mend" as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "forget" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("process" as const),
      replica,
      change: fc.constantFrom("hang", "wake", "kill", "stop", "start"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("connect" as const), client, replica }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), client }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      replica,
      what: fc.constantFrom("at", "active", "range"),
      asset: fc.constantFrom("btc" as const, "btc" as const, ...ASSETS),
      interval: fc.constantFrom("5min" as const, "5min" as const, ...INTERVALS),
      back: fc.nat(3),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("schedule" as const),
      moves: fc.array(move, { minLength: 1, maxLength: 3 }),
      replica,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("games" as const),
      replica,
      limit: fc.integer({ min: 1, max: 2 }),
    }),
  },
);

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
});

/** Draws histories. */
export const history: fc.Arbitrary<HistoryPlan> = fc.record({
  world,
  steps: fc.array(step, { maxLength: 36, size: "max" }),
});

/** Returns a history as text that can be read, one step a line. */
export function textOf({ world, steps }: HistoryPlan): string {
  const line = ({ kind, ...rest }: { readonly kind: string }) => {
    const values = Object.entries(rest).map(([name, value]) =>
      `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`
    );
    return `${kind}: ${values.join(", ")}`;
  };
  return [line({ kind: "world", ...world }), ...steps.map(line)].join("\n");
}
