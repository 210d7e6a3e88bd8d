import { expect, test } from "bun:test";
import fc from "fast-check";
import { brokenClaims } from "./service_claims.ts";
import { ServiceHistory } from "./service_history.ts";
import { history, type HistoryPlan, type Step, textOf } from "./step.ts";

/** `bun run simulation` runs more of them. */
const HISTORIES = 1_000;
const TIMEOUT_MS = 900_000;

const { FC_RUNS } = Bun.env;

const FAIR = { seed: 1270728184, replicas: 2, hasReports: false, startSec: 1_793_923_100 };
const pass = (ms: number): Step => ({ kind: "pass", ms });

/** Histories in which something was once wrong. */
const ONCE_BROKEN: ReadonlyArray<HistoryPlan> = [
  // What a holder published while it was alone was dropped, and those who came later had a hole.
  {
    world: FAIR,
    steps: [
      { kind: "process", replica: 1, change: "hang" },
      { kind: "fleet", replica: 0, change: "cut" },
      pass(70_000),
      pass(70_000),
    ],
  },
  // A replica that came late waited for averages that were dropped before it: a holder repeats
  // older ones after newer ones.
  {
    world: { ...FAIR, seed: 1971324625 },
    steps: [
      pass(10_000),
      { kind: "process", replica: 0, change: "stop" },
      pass(10_000),
      { kind: "socket", provider: "oracle", state: "up" },
      pass(200_000),
    ],
  },
];

/** Says what happened and what is wrong with it. */
function expectWhole(plan: HistoryPlan): void {
  const broken = brokenClaims(new ServiceHistory(plan));
  if (broken.length > 0) throw new Error(`\n${textOf(plan)}\n\n${broken.slice(0, 20).join("\n")}`);
}

test("nothing that replicas publish is wrong, lost or repeated, whatever dies and fails", () => {
  fc.assert(fc.property(history, expectWhole), {
    numRuns: Number(FC_RUNS ?? HISTORIES),
    examples: ONCE_BROKEN.map((plan): [HistoryPlan] => [plan]),
    includeErrorInReport: true,
  });
}, TIMEOUT_MS);

test("a replica that cannot reach the oracle leaves the sockets to one that can", () => {
  const sec = FAIR.startSec;
  const plan: HistoryPlan = {
    world: FAIR,
    steps: [
      { kind: "socket", provider: "oracle", state: "down", replica: 0 },
      { kind: "connect", client: 0, replica: 0 },
      pass(10_000),
      { kind: "connect", client: 1, replica: 1 },
      ...Array.from({ length: 5 }, () => pass(200_000)),
    ],
  };
  expectWhole(plan);
  // Nobody asks again for seconds that are so long ago when everything works in the end.
  for (const { received } of new ServiceHistory(plan).clients) {
    const averages = received.filter(({ event }) =>
      event.kind === "twap" && event.seq > sec + 400 && event.seq < sec + 600
    );
    expect(averages.length).toBeGreaterThan(0);
  }
}, TIMEOUT_MS);

test("a history repeats to the step", () => {
  const resultOf = (plan: HistoryPlan) => {
    const { clients, given, ground, reader } = new ServiceHistory(plan);
    const events = clients.map(({ received }) =>
      received.map(({ event: { kind, topic }, seenSeq, from }) => [kind, topic, seenSeq, from])
    );
    return { events, given, nowMs: ground.time.nowMs, walks: reader.walks };
  };
  fc.assert(
    fc.property(history, (plan) => expect(resultOf(plan)).toEqual(resultOf(plan))),
    { numRuns: 5 },
  );
}, TIMEOUT_MS);

test("histories have enough in them to prove something", () => {
  const histories = fc.sample(history, { numRuns: 60, seed: 1 }).map((plan) =>
    new ServiceHistory(plan)
  );
  const received = histories.flatMap(({ clients }) => clients.flatMap(({ received }) => received));
  const count = (is: (one: typeof received[number]) => boolean) => received.filter(is).length;
  const isTarget = ({ event }: typeof received[number]) => event.kind === "target";
  expect(count(isTarget)).toBeGreaterThan(200);
  expect(count(({ event }) => event.kind === "target" && event.corrects === true))
    .toBeGreaterThan(0);
  expect(count(({ event }) => event.kind === "target" && event.isProvisional === true))
    .toBeGreaterThan(5);
  expect(count(({ event }) => event.kind === "twap")).toBeGreaterThan(200);
  expect(count(({ event }) => event.kind === "gap")).toBeGreaterThan(5);
  expect(count(({ event }) => event.kind === "game")).toBeGreaterThan(20);
  expect(histories.flatMap(({ given }) => given).length).toBeGreaterThan(40);
  const walks = histories.flatMap(({ reader }) => reader.walks);
  expect(walks.filter(({ cursor }) => cursor === null).length).toBeGreaterThan(5);
  expect(walks.some(({ pages }) => new Set(pages.map(({ from }) => from)).size > 1)).toBe(true);
}, TIMEOUT_MS);
