import { expect, test } from "bun:test";
import fc from "fast-check";
import { history, orderHistory } from "./any_history.ts";
import { FAIR, ONCE_BROKEN, pass } from "./once_broken.ts";
import { brokenClaims } from "./service_claims.ts";
import { ServiceHistory } from "./service_history.ts";
import { type HistoryPlan, textOf } from "./step.ts";

/** Always the same ones: `bun run trials histories` searches for others. */
const SEED = 5;
const HISTORIES = 24;
const TIMEOUT_MS = 900_000;

/** Says what happened and what is wrong with it. */
function whole(plan: HistoryPlan): ServiceHistory {
  const run = new ServiceHistory(plan);
  const broken = brokenClaims(run);
  if (broken.length > 0) throw new Error(`\n${textOf(plan)}\n\n${broken.slice(0, 20).join("\n")}`);
  return run;
}

test("nothing is wrong, lost or done twice, whatever dies and fails", () => {
  const histories = fc.sample(history, { numRuns: HISTORIES, seed: SEED }).map(whole);
  // They have enough in them to prove something.
  const received = histories.flatMap(({ clients }) =>
    clients.flatMap(({ received }) => received.map(({ event }) => event))
  );
  const count = (is: (event: (typeof received)[number]) => boolean) => received.filter(is).length;
  expect(count(({ kind }) => kind === "target")).toBeGreaterThan(80);
  expect(count((event) => event.kind === "target" && event.isProvisional === true))
    .toBeGreaterThan(0);
  expect(count(({ kind }) => kind === "twap")).toBeGreaterThan(80);
  expect(count(({ kind }) => kind === "gap")).toBeGreaterThan(0);
  expect(count(({ kind }) => kind === "game")).toBeGreaterThan(10);
  const walks = histories.flatMap(({ reader }) => reader.walks);
  expect(walks.filter(({ cursor }) => cursor === null).length).toBeGreaterThan(2);
  const traffic = histories.map(({ ground }) => ground.traffic);
  const statuses = traffic.flatMap(({ requests }) =>
    requests.map(({ answer }) => `${answer?.status} ${answer?.isReplayed}`)
  );
  expect(statuses).toEqual(
    expect.arrayContaining(["200 false", "200 true", "400 false", "409 false", "503 false"]),
  );
  expect(traffic.flatMap(({ deaths }) => deaths).length).toBeGreaterThan(10);
  const messages = traffic.flatMap(({ messages }) => messages.map(({ isTaken }) => isTaken));
  expect(messages).toEqual(expect.arrayContaining([true, false]));
}, TIMEOUT_MS);

test("nothing rests that nobody wants, and every fill is told, whatever dies and fails", () => {
  const histories = fc.sample(orderHistory, { numRuns: HISTORIES, seed: SEED }).map(whole);
  const count = (counted: (run: ServiceHistory) => number) =>
    histories.reduce((sum, run) => sum + counted(run), 0);
  const trades = (state: string) => ({ ground }: ServiceHistory) =>
    ground.makers.trades.filter((trade) => trade.state === state).length;
  expect(count(trades("confirmed"))).toBeGreaterThan(10);
  expect(count(trades("failed"))).toBeGreaterThan(0);
  const frames = (kind: string) => ({ clients }: ServiceHistory) =>
    clients.flatMap(({ received }) => received)
      .filter(({ event }) => event.kind === "wallet_frame" && event.frame.kind === kind).length;
  for (const kind of ["order", "fill"]) expect(count(frames(kind))).toBeGreaterThan(20);
  const told = histories.flatMap(({ ground }) =>
    ground.traffic.messages.map(({ body }) => JSON.parse(body).type)
  );
  for (const event of ["order.canceled", "fill.matched", "fill.confirmed", "fill.failed"]) {
    expect(told).toContain(event);
  }
  for (const kind of ["rest", "replace", "cancel", "cancel_all", "guard"]) {
    const answered = ({ makers }: ServiceHistory) =>
      makers.wishes.filter(({ asked, answers }) =>
        asked.kind === kind && answers.some(({ status }) => status === 200)
      ).length;
    expect([kind, count(answered)]).not.toEqual([kind, 0]);
  }
}, TIMEOUT_MS);

test.each(ONCE_BROKEN)("%s", (_, plan) => void whole(plan), TIMEOUT_MS);

test("a replica that cannot reach the oracle leaves the sockets to one that can", () => {
  const sec = FAIR.startSec;
  const { clients } = whole({
    world: FAIR,
    steps: [
      { kind: "socket", provider: "oracle", state: "down", replica: 0 },
      { kind: "connect", client: 0, replica: 0 },
      pass(10_000),
      { kind: "connect", client: 1, replica: 1 },
      ...Array.from({ length: 5 }, () => pass(200_000)),
    ],
  });
  // Nobody asks again for seconds that are so long ago when everything works in the end.
  for (const { received } of clients) {
    const averages = received.filter(({ event }) =>
      event.kind === "twap" && event.seq > sec + 400 && event.seq < sec + 600
    );
    expect(averages.length).toBeGreaterThan(0);
  }
}, TIMEOUT_MS);
