/**
 * The steps of a history: what happens to replicas, providers, stores and customers, in order.
 *
 * @module
 */
import type { GameStatus } from "../../../core/game/mod.ts";
import type { Asset, Interval, Provider } from "../../../core/market/mod.ts";
import type { Conditions } from "./conditions.ts";
import type { WorldPlan } from "./ground.ts";
import type { SLUGS } from "./order_ground.ts";

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

/** What a maker wants of an order. */
export interface MadeOrder {
  readonly side: "BUY" | "SELL";
  readonly price: number;
  readonly size: number;
  /** `sec`: the life, or what the end is beyond the least. */
  readonly terms: { readonly kind: "plain" | "life" | "gtd" | "post_only"; readonly sec: number };
}

/** What each kind of step says. `replica`, `client`, `wallet`, `maker` are positions. */
export interface Steps {
  readonly pass: { readonly ms: number };
  readonly set: { readonly conditions: Partial<Omit<Conditions, "cutOff">> };
  /** The ways to a provider: of one replica, or of all. */
  readonly socket: {
    readonly provider: Provider;
    readonly state: "up" | "down";
    readonly replica: number | null;
  };
  readonly fleet: { readonly replica: number; readonly change: "cut" | "mend" };
  /** The server that replicas share forgets all leases and news. */
  readonly forget: object;
  readonly process: {
    readonly replica: number;
    readonly change: "hang" | "wake" | "kill" | "stop" | "start";
  };
  /** The process ends at its call with this number. */
  readonly die: { readonly replica: number; readonly call: number };
  readonly connect: { readonly client: number; readonly replica: number };
  readonly leave: { readonly client: number };
  readonly ask: {
    readonly replica: number;
    readonly what: "at" | "active" | "range";
    readonly asset: Asset;
    readonly interval: Interval;
    /** How many windows back. */
    readonly back: number;
  };
  readonly schedule: { readonly moves: ReadonlyArray<GameMove>; readonly replica: number };
  readonly games: { readonly replica: number; readonly limit: number };
  /** A customer begins to ask for an order. */
  readonly order: {
    readonly replica: number;
    readonly wallet: number;
    /** The number of the Idempotency-Key; null: there is none. */
    readonly key: number | null;
    readonly slug: (typeof SLUGS)[number];
    readonly side: "BUY" | "SELL";
    /** USDC, or shares. */
    readonly amount: number;
    readonly orderType: "FOK" | "FAK";
  };
  /** A maker begins to ask for an order that may rest. */
  readonly rest: MadeOrder & {
    readonly replica: number;
    readonly maker: number;
    readonly isDoubled: boolean;
  };
  /** A maker begins to ask for several at once. */
  readonly batch: {
    readonly replica: number;
    readonly maker: number;
    readonly orders: ReadonlyArray<MadeOrder>;
  };
  /** A maker changes something; `order`: which of those that it knows, the newest first. */
  readonly alter: {
    readonly replica: number;
    readonly maker: number;
    readonly change: "replace" | "cancel" | "cancel_all" | "guard";
    readonly order: number;
    readonly price: number;
    readonly size: number;
    readonly seconds: number;
  };
  /** The world trades with an order that rests. */
  readonly hit: { readonly place: number; readonly shares: number };
  /** A maker reads its orders and fills. */
  readonly look: { readonly replica: number; readonly maker: number };
  /** All customers who wait hang up. */
  readonly hang_up: object;
  /** The venue changes its rules for orders. */
  readonly rules: object;
  /** A wallet may spend so many USDC on a day; null: any amount. */
  readonly limit: {
    readonly replica: number;
    readonly wallet: number;
    readonly dayMax: number | null;
  };
  readonly change_key: { readonly replica: number; readonly wallet: number };
  readonly list: { readonly replica: number; readonly wallet: number };
}

/** One step. */
export type Step = {
  [Kind in keyof Steps]: { readonly kind: Kind } & Steps[Kind];
}[keyof Steps];
/** A step of these kinds. */
export type StepOf<Kind extends keyof Steps> = Extract<Step, { readonly kind: Kind }>;

/** A whole history: the world, and what happens in it. */
export interface HistoryPlan {
  readonly world: WorldPlan;
  readonly steps: ReadonlyArray<Step>;
}

/** Returns a history as text that can be read, one step a line. */
export function textOf(
  { world, steps }: {
    readonly world: object;
    readonly steps: ReadonlyArray<{ readonly kind: string }>;
  },
): string {
  const line = ({ kind, ...rest }: { readonly kind: string }) => {
    const values = Object.entries(rest).map(([name, value]) =>
      `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`
    );
    return `${kind}: ${values.join(", ")}`;
  };
  return [line({ kind: "world", ...world }), ...steps.map(line)].join("\n");
}
