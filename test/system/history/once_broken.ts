/**
 * Histories in which something was once wrong, or would be with a fault that once was there.
 *
 * @module
 */
import type { WorldPlan } from "./ground.ts";
import type { HistoryPlan, Step, StepOf } from "./step.ts";

/** A world of two replicas shortly before midnight. */
export const FAIR: WorldPlan = {
  seed: 1270728184,
  replicas: 2,
  hasReports: false,
  startSec: 1_793_923_100,
  isOfOrders: false,
};

/** Time passes. */
export function pass(ms: number): Step {
  return { kind: "pass", ms };
}

/** A customer of the first wallet wants an order. */
function order(replica: number, fields: Partial<StepOf<"order">> = {}): Step {
  const wanted = { wallet: 0, key: 0, slug: "deep", side: "BUY", amount: 5 } as const;
  return { kind: "order", replica, ...wanted, orderType: "FOK", ...fields };
}

function set(conditions: StepOf<"set">["conditions"]): Step {
  return { kind: "set", conditions };
}

/** Of several orders one or the other meets what is rare. */
const KEYS = [0, 1, 2];

/** The venue is slow for the first replica, and quick and without orders for the second one. */
const elsewhere = (afterMs: number): ReadonlyArray<Step> => [
  set({ venue: "slow" }),
  ...KEYS.map((key) => order(0, { key })),
  pass(afterMs),
  set({ venue: "bookless" }),
  ...KEYS.map((key) => order(1, { key })),
  pass(15_000),
  set({ venue: "answers" }),
  pass(200_000),
];

const of = (seed: number, ...steps: ReadonlyArray<Step>): HistoryPlan => ({
  world: { ...FAIR, seed, startSec: 1_793_924_200 },
  steps,
});

/** Each by the claim that it broke, or would break with a fault that is one line away. */
export const ONCE_BROKEN: ReadonlyArray<readonly [string, HistoryPlan]> = [
  ["what a holder publishes while it is alone leaves no hole for others", {
    world: FAIR,
    steps: [
      { kind: "process", replica: 1, change: "hang" },
      { kind: "fleet", replica: 0, change: "cut" },
      pass(70_000),
      pass(70_000),
    ],
  }],
  // A holder repeats older averages after newer ones.
  ["a replica that comes late waits for no averages that were dropped before it", {
    world: { ...FAIR, seed: 1971324625 },
    steps: [
      pass(10_000),
      { kind: "process", replica: 0, change: "stop" },
      pass(10_000),
      { kind: "socket", provider: "oracle", state: "up", replica: null },
      pass(200_000),
    ],
  }],
  [
    "a retry elsewhere is not told that nothing is placed while the first request goes on",
    of(1, ...elsewhere(10_000)),
  ],
  [
    "a request that took so long that another one got its key sends nothing",
    of(7, ...elsewhere(170_000)),
  ],
  [
    "an order is not given up while its bytes may be on their way",
    of(
      3,
      set({ wire: "late" }),
      ...KEYS.map((key) => order(0, { key })),
      ...KEYS.map((key) => order(1, { key })),
      pass(600_000),
    ),
  ],
  [
    "an order without a key has its end though nobody asks for it again",
    of(1, set({ wire: "late" }), order(0, { key: null }), pass(600_000)),
  ],
  [
    "two looks at nearly one moment are not ten seconds apart, however late their answers are",
    of(
      4,
      set({ wire: "late" }),
      order(0),
      order(1),
      pass(360_000),
      set({ venue: "slow" }),
      pass(60_000),
      { kind: "process", replica: 0, change: "kill" },
      { kind: "process", replica: 1, change: "hang" },
      pass(270_000),
      { kind: "process", replica: 1, change: "wake" },
      pass(400_000),
    ),
  ],
  [
    "bytes that took long to store are not sent",
    of(
      4,
      set({ store: "late" }),
      ...KEYS.map((key) => order(0, { key })),
      order(1),
      pass(300_000),
    ),
  ],
  [
    "a limit holds for orders that come at once",
    of(
      1,
      pass(5_000),
      { kind: "limit", replica: 0, wallet: 0, dayMax: 4 },
      pass(600_000),
      ...KEYS.map((key) => order(0, { key, amount: 2 })),
      pass(30_000),
    ),
  ],
  [
    "a key that was revoked at one replica is refused by the others within ten seconds",
    of(
      6,
      pass(5_000),
      ...KEYS.map((key) => order(0, { key })),
      { kind: "change_key", replica: 1, wallet: 0 },
      pass(310_000),
    ),
  ],
  [
    "a message that its receiver refused is sent again",
    of(
      1,
      set({ receivers: "fails" }),
      order(0),
      pass(100_000),
      set({ receivers: "takes" }),
      pass(2_000_000),
    ),
  ],
  [
    "a key keeps an order that the venue did not fill",
    of(
      6,
      pass(5_000),
      order(0, { slug: "thin" }),
      order(1, { slug: "thin", key: 1 }),
      pass(60_000),
      order(0, { slug: "thin", amount: 2 }),
      order(0, { slug: "thin", amount: 2, key: 1 }),
      pass(60_000),
    ),
  ],
];
