/**
 * The findings of rounds of order placement.
 *
 * @module
 */
import { compare, type Finding } from "../benchmark.ts";
import { percentileOf, spreadOf } from "../spread.ts";
import type { Way } from "./trader_order.ts";

/** One order that was placed. */
export interface Placed {
  readonly tookMs: number;
  /** All requests that the venue received for it. */
  readonly roundTrips: number;
  /** The venue's time for the order itself, including its delay. */
  readonly venueMs: number;
}

type Laps = Readonly<Record<Way, ReadonlyArray<Placed>>>;

/** With newly started processes. */
export interface OrderRound {
  /** The very first orders of the processes. */
  readonly fresh: Laps;
  /** The first order in a market, by a client without cached data. */
  readonly cold: Laps;
  /** The orders that follow in one market. */
  readonly warm: Laps;
  /** Orders of one way only, one after the other. */
  readonly steady: Readonly<Record<"service" | "bare", ReadonlyArray<Placed>>>;
}

/** The aims of the service's own share, in milliseconds. */
const AIMS = [[50, 2], [99, 6]] as const;

const WAY_NAMES = {
  client: "official client, as it is",
  client_deferring: "official client, not waiting for the chain",
} as const;

type Temperature = Exclude<keyof OrderRound, "steady">;

/** Returns every figure of the rounds. */
export function findingsOf(
  name: string,
  rounds: ReadonlyArray<OrderRound>,
  store: string,
): ReadonlyArray<Finding> {
  const beside = (
    temperature: Temperature,
    { way, what, unit, of }: {
      readonly way: keyof typeof WAY_NAMES;
      readonly what: string;
      readonly unit: string;
      readonly of: (laps: ReadonlyArray<Placed>) => number;
    },
  ) => {
    const values = (way: Way) => rounds.map((round) => of(round[temperature][way]));
    return compare(name, {
      unit,
      ours: { what: `${what}, ${store}`, values: values("service") },
      reference: { what: WAY_NAMES[way], values: values(way) },
    });
  };
  const took = (percent: number) => (laps: ReadonlyArray<Placed>) =>
    percentile(laps, percent, ({ tookMs }) => tookMs);
  const trips = (laps: ReadonlyArray<Placed>) => percentile(laps, 50, (one) => one.roundTrips);
  const both = ["client_deferring", "client"] as const;
  return [
    ...both.flatMap((way) => [
      beside("warm", { way, what: "warm, round trips", unit: "calls", of: trips }),
      beside("warm", { way, what: "warm, p50", unit: "ms", of: took(50) }),
      beside("warm", { way, what: "warm, p99", unit: "ms", of: took(99) }),
      beside("cold", { way, what: "first in a market, round trips", unit: "calls", of: trips }),
      beside("cold", { way, what: "first in a market, p50", unit: "ms", of: took(50) }),
    ]),
    beside("fresh", {
      way: "client_deferring",
      what: "first of a process, round trips",
      unit: "calls",
      of: trips,
    }),
    beside("fresh", {
      way: "client_deferring",
      what: "first of a process",
      unit: "ms",
      of: took(50),
    }),
    ...overheads(name, rounds, store),
  ];
}

/**
 * The service's own time: an order's total time minus the venue's time, and minus the rest of a
 * bare POST's, which is the network path both ways. For orders placed one after the other: work of
 * other processes in between is not the service's cost.
 */
function overheads(
  name: string,
  rounds: ReadonlyArray<OrderRound>,
  store: string,
): ReadonlyArray<Finding> {
  const beyond = ({ tookMs, venueMs }: Placed) => tookMs - venueMs;
  const wayMs = rounds.map(({ steady }) => percentile(steady.bare, 50, beyond));
  const own = AIMS.map(([percent, aimMs]): Finding => ({
    name,
    what: `own overhead, p${percent}, ${store}`,
    unit: "ms",
    better: "lower",
    value: spreadOf(
      rounds.map(({ steady }, round) =>
        percentile(steady.service, percent, beyond) - (wayMs[round] ?? NaN)
      ),
    ),
    aim: { value: aimMs },
  }));
  const all = compare(name, {
    unit: "ms",
    ours: {
      what: `all but the venue's work, p50, ${store}`,
      values: rounds.map(({ steady }) => percentile(steady.service, 50, beyond)),
    },
    reference: { what: "a bare POST's", values: wayMs },
  });
  const venue: Finding = {
    name,
    what: "the venue's work on an order, p50",
    unit: "ms",
    better: "neither",
    value: spreadOf(
      rounds.map(({ steady }) => percentile(steady.service, 50, ({ venueMs }) => venueMs)),
    ),
  };
  return [...own, all, venue];
}

function percentile(
  placed: ReadonlyArray<Placed>,
  percent: number,
  of: (placed: Placed) => number,
): number {
  return percentileOf(Float64Array.from(placed, of).sort(), percent);
}
