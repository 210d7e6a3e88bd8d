/**
 * What rounds of placing orders say.
 *
 * @module
 */
import { compare, type Finding } from "../benchmark.ts";
import { percentileOf, spreadOf } from "../spread.ts";
import type { Way } from "./trader_order.ts";

/** One order that was placed. */
export interface Placed {
  readonly tookMs: number;
  /** Every request that the venue got for it. */
  readonly roundTrips: number;
  /** How long the venue worked on the order itself, its delay included. */
  readonly venueMs: number;
}

type Laps = Readonly<Record<Way, ReadonlyArray<Placed>>>;

/** With processes that were just started. */
export interface OrderRound {
  /** The very first orders of the processes. */
  readonly fresh: Laps;
  /** The first order in a market, by a client that knows nothing. */
  readonly cold: Laps;
  /** The orders that follow in one market. */
  readonly warm: Laps;
  /** Orders of one way alone, one after the other. */
  readonly steady: Readonly<Record<"service" | "bare", ReadonlyArray<Placed>>>;
}

/** What is asked of the service's own share, in milliseconds. */
const TARGETS = [[50, 3], [99, 10]] as const;

const WAY_NAMES = {
  client: "official client, as it is",
  client_deferring: "official client, not waiting for the chain",
} as const;

type Temperature = Exclude<keyof OrderRound, "steady">;

/** Every figure of the rounds. */
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
 * What the service takes for itself: the whole time of an order less the time the venue worked on
 * it, and less what is left of a bare POST's, which is the way there and back. Of orders that are
 * placed one after the other: what others do in between on the same machine is no cost of ours.
 */
function overheads(
  name: string,
  rounds: ReadonlyArray<OrderRound>,
  store: string,
): ReadonlyArray<Finding> {
  const beyond = ({ tookMs, venueMs }: Placed) => tookMs - venueMs;
  const wayMs = rounds.map(({ steady }) => percentile(steady.bare, 50, beyond));
  const own = TARGETS.map(([percent, targetMs]): Finding =>
    compare(name, {
      unit: "ms",
      ours: {
        what: `own overhead, p${percent}, ${store}`,
        values: rounds.map(({ steady }, round) =>
          percentile(steady.service, percent, beyond) - (wayMs[round] ?? NaN)
        ),
      },
      reference: { what: "aim", values: rounds.map(() => targetMs) },
    })
  );
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
