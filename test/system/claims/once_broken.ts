/** Histories of claims that once broke a promise. @module */
import type { ClaimPlan, ClaimStep, ClaimWorldPlan, Given } from "./plan.ts";

/** 2026-11-06T00:00:00Z. */
const START_SEC = 1_793_923_200;
const SPLIT: Given = { how: "split", amount: "5" };
const GIVEN: Given = { how: "given", amount: "5" };

/** A world in which every wallet has a pair of each market. */
const FAIR: ClaimWorldPlan = {
  seed: 1,
  replicas: 1,
  hasNode: true,
  startSec: START_SEC,
  policies: ["off", "off", "off", "off"],
  given: [0, 1, 2, 3].map(() => [SPLIT, SPLIT, SPLIT, SPLIT]),
};
const pass = (ms: number): ClaimStep => ({ kind: "pass", ms });
const LOST: ReadonlyArray<ClaimStep> = [
  { kind: "fate", provider: "relayer", fate: "lost_reply" },
];
const FOUND: ReadonlyArray<ClaimStep> = [
  { kind: "fate", provider: "relayer", fate: "answers" },
];

/** Each by what it holds. */
export const CLAIMS_BROKEN: ReadonlyArray<readonly [string, ClaimPlan]> = [
  [
    "shares that no entry explains are claimed with all others",
    {
      world: { ...FAIR, given: FAIR.given.map(() => [GIVEN, GIVEN, GIVEN, GIVEN]) },
      steps: [pass(200_000), { kind: "resolve", market: 0, first: 1_000_000 }],
    },
  ],
  [
    "claims whose answer is lost are told with what they were paid",
    {
      world: FAIR,
      steps: [
        { kind: "resolve", market: 0, first: 1_000_000 },
        ...LOST,
        ...[1, 2, 3].map((wallet) =>
          ({ kind: "claim", replica: 0, wallet, market: 0, key: 0 }) as const
        ),
        pass(60_000),
        ...FOUND,
      ],
    },
  ],
  [
    "what an owner does after the deadline is not taken for the service's",
    {
      world: FAIR,
      steps: [
        { kind: "fate", provider: "relayer", fate: "lost_request" },
        { kind: "pair", replica: 0, wallet: 3, market: 1, act: "split", size: 3.5, key: 0 },
        pass(720_000),
        { kind: "hand", wallet: 3, market: 1, act: "split", amount: "3.5" },
        pass(60_000),
        ...FOUND,
      ],
    },
  ],
  [
    "merges whose answer is lost are found beside those by hand",
    {
      world: FAIR,
      steps: [
        ...LOST,
        ...[1, 2, 3].flatMap((wallet): ReadonlyArray<ClaimStep> => [
          { kind: "pair", replica: 0, wallet, market: 1, act: "merge", size: 1.000001, key: 0 },
        ]),
        pass(60_000),
        ...FOUND,
        ...[1, 2, 3].map((wallet) =>
          ({ kind: "hand", wallet, market: 1, act: "merge", amount: "2" }) as const
        ),
      ],
    },
  ],
];
