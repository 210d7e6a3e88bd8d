import { beforeEach, expect, test } from "bun:test";
import { Clock, Effect, Fiber, Logger, Option } from "effect";
import { TestClock } from "effect/testing";
import {
  type Heartbeats,
  makeHeartbeats,
} from "../../../../app/simulator/polymarket/clob/heartbeats.ts";
import { GuardStore } from "../../../../core/port/guard_store.ts";
import { type HeartbeatAnswer, HeartbeatVenue } from "../../../../core/port/heartbeat_venue.ts";
import { EVERY_LEASE, Leases } from "../../../../core/port/leases.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import { keepHeartbeats, setGuard, showGuard } from "../../../../core/use_case/order/mod.ts";
import { MachineTime } from "../../../../core/use_case/time/mod.ts";
import { NOON_MS } from "../../../contract/order_fixture.ts";
import { layerMemoryJobWatch } from "../../../memory/job_watch.ts";
import { addWallet } from "../../../stage/order_world.ts";
import { atNoon } from "./rested_orders.ts";

/** What becomes of a heartbeat; `raced`: somebody else has sent the expected one just before. */
type Trouble = "lost" | "lost reply" | "hangs" | "raced";

let nowMs: number;
let watched: Heartbeats;
/** Each heartbeat: seconds after noon, the key, and what it was answered with. */
let beats: Array<readonly [atSec: number, apiKey: string, answer: string]>;
let troubles: Map<string, Array<Trouble>>;
let lines: Array<string>;
beforeEach(() => {
  [nowMs, beats, troubles, lines] = [NOON_MS, [], new Map(), []];
  watched = makeHeartbeats(() => nowMs);
});

const lost = new ProviderFailed({ provider: "venue", reason: "timeout", cause: new Error("late") });
const venue = HeartbeatVenue.of({
  beat: ({ holder: { credentials: { apiKey } }, heartbeatId }) =>
    Effect.gen(function* () {
      nowMs = yield* Clock.currentTimeMillis;
      const trouble = troubles.get(apiKey)?.shift();
      const note = (answer: string) => beats.push([(nowMs - NOON_MS) / 1000, apiKey, answer]);
      if (trouble === "raced") watched.beat(apiKey, watched.expected(apiKey));
      const nextId = trouble === "lost" ? undefined : watched.beat(apiKey, heartbeatId);
      if (trouble !== undefined && trouble !== "raced") {
        note(trouble);
        return yield* trouble === "hangs" ? Effect.never : lost;
      }
      note(nextId === undefined ? "expected" : "accepted");
      return nextId === undefined
        ? { kind: "expected", nextId: watched.expected(apiKey) } satisfies HeartbeatAnswer
        : { kind: "accepted", nextId } satisfies HeartbeatAnswer;
    }),
});
const logger = Logger.make(({ message, logLevel }) => void lines.push(`${logLevel} ${message}`));
const job = keepHeartbeats.pipe(
  Effect.provideService(HeartbeatVenue, venue),
  Effect.provideService(Leases, EVERY_LEASE),
  Effect.provide([layerMemoryJobWatch, Logger.layer([logger])]),
);

/** Adds a wallet, and has its heartbeats sent. */
const guarded = Effect.fnUntraced(function* (apiKey = crypto.randomUUID() as string) {
  const { id: walletId } = yield* addWallet("a", { clobApiKey: Option.some(apiKey) });
  yield* want(walletId, true);
  return { walletId, apiKey };
});
const want = (walletId: string, isSent: boolean) =>
  setGuard({
    walletId,
    accountId: "a",
    seconds: Option.none(),
    venue: Option.some(isSent),
  });
const acceptedSec = Effect.fnUntraced(function* (walletId: string) {
  const { venue: { acceptedMs } } = yield* showGuard({ walletId, accountId: "a" });
  return (Option.getOrElse(acceptedMs, () => NaN) - NOON_MS) / 1000;
});
const begin = Effect.forkScoped(job, { startImmediately: true });
const answers = () => beats.map(([, , answer]) => answer);
const times = () => beats.map(([atSec]) => atSec);

test("heartbeats are sent every five seconds from the wish on, until they are not wanted", () =>
  atNoon(function* () {
    yield* begin;
    yield* TestClock.adjust(500);
    const { walletId, apiKey } = yield* guarded();
    yield* TestClock.adjust(59_500);
    expect(times()).toEqual(Array.from({ length: 12 }, (_, at) => 0.5 + at * 5));
    expect(new Set(answers())).toEqual(new Set(["accepted"]));
    expect(yield* acceptedSec(walletId)).toBe(55.5);
    yield* want(walletId, false);
    yield* TestClock.adjust(60_000);
    expect(times().at(-1)).toBe(55.5);
    nowMs += 15_000;
    expect(watched.stoppedMs(apiKey)).toBeGreaterThan(NOON_MS + 55_500);
    yield* want(walletId, true);
    yield* TestClock.adjust(200);
    expect(times().at(-1)).toBeWithin(120, 120.3);
    expect(new Set(answers())).toEqual(new Set(["accepted"]));
  }));

test("another replica carries the chain on, and follows the id that the venue expects", () =>
  atNoon(function* () {
    const { apiKey } = yield* guarded();
    const first = yield* begin;
    yield* TestClock.adjust(7_000);
    yield* Fiber.interrupt(first);
    const second = yield* begin;
    expect(beats.slice(-2)).toEqual([[5, apiKey, "accepted"], [7, apiKey, "accepted"]]);
    yield* TestClock.adjust(1_000);
    yield* Fiber.interrupt(second);
    // Somebody else has begun anew meanwhile.
    watched.restart(apiKey);
    yield* begin;
    yield* TestClock.adjust(5_000);
    expect(beats.slice(3)).toEqual([
      [8, apiKey, "expected"],
      [8, apiKey, "accepted"],
      [13, apiKey, "accepted"],
    ]);
  }));

test("one without an answer is not sent again before its time, and then with the known id", () =>
  atNoon(function* () {
    const { walletId, apiKey } = yield* guarded();
    yield* begin;
    troubles.set(apiKey, ["lost", "lost reply"]);
    yield* TestClock.adjust(15_000);
    expect(beats.map(([atSec, , answer]) => [atSec, answer])).toEqual([
      [0, "accepted"],
      [5, "lost"],
      [10, "lost reply"],
      [15, "expected"],
      [15, "accepted"],
    ]);
    expect(yield* acceptedSec(walletId)).toBe(15);
    const warning = "Warn The venue does not accept a wallet's heartbeats, and will cancel";
    expect(lines).toEqual([warning]);
    troubles.set(apiKey, Array.from({ length: 9 }, () => "lost"));
    yield* TestClock.adjust(45_000);
    expect(yield* acceptedSec(walletId)).toBe(15);
    expect(lines).toEqual([warning, warning]);
  }));

test("an id is followed once, and what is raced each time is missed until the next one", () =>
  atNoon(function* () {
    const { walletId, apiKey } = yield* guarded();
    yield* begin;
    troubles.set(apiKey, ["raced", "raced"]);
    yield* TestClock.adjust(5_000);
    expect(yield* acceptedSec(walletId)).toBe(0);
    yield* TestClock.adjust(5_000);
    expect(beats.map(([atSec, , answer]) => [atSec, answer])).toEqual([
      [0, "accepted"],
      [5, "expected"],
      [5, "expected"],
      [10, "accepted"],
    ]);
  }));

test("one that hangs holds up no other key's, and none is sent beside it", () =>
  atNoon(function* () {
    const slow = yield* guarded();
    const quick = yield* guarded();
    yield* begin;
    troubles.set(slow.apiKey, ["hangs"]);
    yield* TestClock.adjust(20_000);
    const of = (key: string) => beats.filter(([, apiKey]) => apiKey === key).map(([at]) => at);
    expect([of(slow.apiKey), of(quick.apiKey)]).toEqual([[0, 5], [0, 5, 10, 15, 20]]);
  }));

test("neither a store that hangs nor the machine's clock holds up a heartbeat", () =>
  atNoon(function* () {
    yield* guarded();
    const store = { ...(yield* GuardStore), noteHeartbeat: () => Effect.never };
    const stopped = { nowMs: Effect.succeed(NOON_MS), sleep: () => Effect.never };
    const hanging = job.pipe(
      Effect.provideService(GuardStore, store),
      Effect.provideService(MachineTime, stopped),
    );
    yield* Effect.forkScoped(hanging, { startImmediately: true });
    yield* TestClock.adjust(15_000);
    expect(times()).toEqual([0, 5, 10, 15]);
  }));

test("wallets of one API key have one chain, until neither wants it", () =>
  atNoon(function* () {
    const { walletId, apiKey } = yield* guarded();
    const { walletId: other } = yield* guarded(apiKey);
    yield* begin;
    yield* TestClock.adjust(10_000);
    expect(times()).toEqual([0, 5, 10]);
    expect([yield* acceptedSec(walletId), yield* acceptedSec(other)]).toEqual([10, 10]);
    yield* want(walletId, false);
    yield* TestClock.adjust(5_000);
    expect(answers()).toEqual(Array.from({ length: 4 }, () => "accepted"));
    yield* want(other, false);
    yield* TestClock.adjust(5_000);
    expect(times()).toEqual([0, 5, 10, 15]);
  }));

test("no more begin than are sent, and those that are sent go on", () =>
  atNoon(function* () {
    const keys = yield* Effect.forEach(Array.from({ length: 200 }), () => guarded());
    const { id: walletId } = yield* addWallet("a");
    const refused = yield* Effect.flip(want(walletId, true));
    expect(refused).toMatchObject({ _tag: "HeartbeatsFull", id: walletId });
    const [first] = keys;
    if (first === undefined) throw new Error("no wallet");
    yield* want(first.walletId, true);
    yield* guarded(first.apiKey);
    yield* want(first.walletId, false);
    expect(yield* Effect.flip(want(walletId, true))).toEqual(refused);
    yield* begin;
    expect(new Set(beats.map(([, apiKey]) => apiKey)).size).toBe(200);
  }));

test("a wallet without an API key sends none", () =>
  atNoon(function* () {
    const { id } = yield* addWallet("a", { clobApiKey: Option.none() });
    expect(yield* Effect.flip(want(id, true))).toMatchObject({ _tag: "WalletNotReady" });
    yield* want(id, false);
  }));
