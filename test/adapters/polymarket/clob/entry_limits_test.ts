import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Effect, Exit, Fiber } from "effect";
import { EntryLimits, SIGNERS_MAX } from "../../../../adapters/polymarket/clob/entry_limits.ts";
import { ENTRY_WAIT_MS_MAX } from "../../../../adapters/polymarket/clob/entry_queue.ts";
import { LOWEST_TIER } from "../../../../core/order/mod.ts";
import type { EntryLimited } from "../../../../core/port/venue_limits.ts";
import { type MovedTime, moveTime } from "../../outbound/moved_time.ts";

const { perSec, burst } = LOWEST_TIER.orders;
const ALICE = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";
const BOB = "0xCA35b7d915458EF540aDe6068dFe2F44E8fa733c";

type Answer = { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
type Ending = Fiber.Fiber<string, EntryLimited>;

let time: MovedTime;
beforeEach(() => void (time = moveTime()));
afterEach(() => time[Symbol.dispose]());

/** Limits, and orders that are answered by hand. */
function world() {
  const limits = new EntryLimits();
  const gone: Array<string> = [];
  const answers = new Map<string, (answer: Answer | "none") => void>();
  const orderOf = (address: string) => ({ address, kind: "orders" } as const);
  const send = (name: string, address: string) =>
    Effect.flatMap(limits.sends(orderOf(address)), (sent) => {
      gone.push(name);
      return Effect.callback<string>((resume) => {
        answers.set(name, (answer) => {
          if (answer === "none") sent.lost();
          else sent.answered({ ...answer, headers: new Headers(answer.headers) });
          resume(Effect.succeed(name));
        });
      });
    });
  return {
    limits,
    gone,
    send,
    /** Starts an order. */
    order: (name: string, address = ALICE): Ending =>
      Effect.runFork(limits.within(orderOf(address), send(name, address))),
    answer: (name: string, answer: Answer | "none" = { status: 200 }) =>
      answers.get(name)?.(answer),
    /** Uses a signer's bucket up, and has all answered. */
    useUp: (address = ALICE) => {
      for (let number = 0; number < burst; number++) {
        const sent = Effect.runSync(limits.sends(orderOf(address)));
        sent.answered({ status: 200, headers: new Headers() });
      }
    },
  };
}

const names = (count: number) => Array.from({ length: count }, (_, number) => `order ${number}`);
const endOf = (fiber: Ending) => Effect.runPromise(Effect.result(Fiber.join(fiber)));
const failureOf = (fiber: Ending) => Effect.runPromise(Effect.flip(Fiber.join(fiber)));

describe("orders of one signer", () => {
  test("go at once as long as the bucket has any, and wait for their answers then", async () => {
    const { order, gone, answer } = world();
    const orders = names(burst + 3).map((name) => order(name));
    expect(gone).toEqual(names(burst));
    answer("order 7");
    time.advance(30);
    await time.settle();
    // Other entries are in flight: there is no more room yet.
    time.advance(500);
    await time.settle();
    expect(gone).toEqual(names(burst + 1));
    for (const name of names(burst + 1)) answer(name);
    time.advance(5 + 2 * 1000 / perSec);
    await time.settle();
    for (const name of names(burst + 3)) answer(name);
    for (const fiber of orders) expect(await endOf(fiber)).toMatchObject({ _tag: "Success" });
  });

  test("are sent as soon as the venue reports more room", () => {
    const { order, gone, answer } = world();
    names(burst + 9).forEach((name) => order(name));
    const headers = { "poly-ratelimit-remaining": "899", "poly-ratelimit-tier": "elite" };
    answer("order 0", { status: 200, headers });
    expect(gone).toEqual(names(burst + 9));
  });

  test("do not wait in numbers that the venue would not take in time", async () => {
    const { order, gone, useUp } = world();
    useUp();
    const fibers = names(10_000).map((name) => order(name));
    const refused = fibers.filter((fiber) => fiber.pollUnsafe() !== undefined);
    expect(fibers.length - refused.length).toBeWithin(
      1,
      (ENTRY_WAIT_MS_MAX / 1000) * perSec + 1,
    );
    expect(gone).toEqual([]);
    for (const fiber of refused.slice(0, 3)) {
      expect(await failureOf(fiber)).toMatchObject({
        _tag: "EntryLimited",
        kind: "orders",
        retryAfterSec: 2,
        message: "Cannot place the order now: the venue's limit for this wallet is used up",
      });
    }
    await Effect.runPromise(Fiber.interruptAll(fibers));
  });

  test("give up when they have waited for the maximum time", async () => {
    const { order, gone } = world();
    const under = names(burst).map((name) => order(name));
    const waiting = order("late");
    expect(waiting.pollUnsafe()).toBeUndefined();
    time.advance(ENTRY_WAIT_MS_MAX);
    expect(await failureOf(waiting)).toMatchObject({ _tag: "EntryLimited", retryAfterSec: 1 });
    expect(gone).not.toContain("late");
    await Effect.runPromise(Fiber.interruptAll(under));
  });

  test("take no place with them when their callers go away", async () => {
    const { order, gone, useUp } = world();
    useUp();
    const fibers = names(30).map((name) => order(name));
    await Effect.runPromise(Fiber.interruptAll(fibers.slice(0, 29)));
    time.advance(5 + 1000 / perSec);
    await time.settle();
    expect(gone).toEqual(["order 29"]);
  });

  test("give their place back when they are not sent after all", () => {
    const { limits, order, gone } = world();
    for (let number = 0; number < 5 * burst; number++) {
      const entry = { address: ALICE, kind: "orders" } as const;
      const exit = Effect.runSyncExit(limits.within(entry, Effect.fail("too thin")));
      expect(Exit.isFailure(exit)).toBe(true);
    }
    names(burst).forEach((name) => order(name));
    expect(gone).toHaveLength(burst);
  });

  test("that are sent twice count twice", () => {
    const { limits, send, order, gone, answer } = world();
    const twice = Effect.andThen(send("first", ALICE), send("second", ALICE));
    Effect.runFork(limits.within({ address: ALICE, kind: "orders" }, twice));
    answer("first");
    answer("second");
    names(burst).forEach((name) => order(name));
    expect(gone).toHaveLength(burst);
  });

  test("are the same signer's however its address is written", () => {
    const { order, useUp, gone } = world();
    useUp(ALICE.toLowerCase());
    order("checksummed", ALICE);
    expect(gone).toEqual([]);
  });
});

describe("a refusal of the venue", () => {
  const refused = (headers: Readonly<Record<string, string>>) => {
    const all = world();
    all.order("refused");
    all.answer("refused", { status: 429, headers });
    return all;
  };

  test("pauses its signer, and no other", async () => {
    const { order, gone } = refused({ "retry-after": "5" });
    expect(await failureOf(order("next"))).toMatchObject({ retryAfterSec: 5 });
    order("of another", BOB);
    time.advance(5_000);
    order("later");
    expect(gone).toEqual(["refused", "of another", "later"]);
  });

  test("is waited for where it is short, also by those who wait already", async () => {
    const { order, gone } = refused({ "retry-after": "1" });
    names(3).forEach((name) => order(name));
    time.advance(999);
    await time.settle();
    expect(gone).toEqual(["refused"]);
    time.advance(1);
    await time.settle();
    expect(gone).toEqual(["refused", ...names(3)]);
  });
});

test("an answer counts once, and an order without one does not stay under way", async () => {
  const { limits, order, gone } = world();
  for (let number = 0; number < burst; number++) {
    const sent = Effect.runSync(limits.sends({ address: ALICE, kind: "orders" }));
    sent.lost();
    sent.answered({ status: 429, headers: new Headers({ "retry-after": "50" }) });
    sent.lost();
  }
  order("next");
  expect(gone).toEqual([]);
  time.advance(5 + 1000 / perSec);
  await time.settle();
});

describe("signers", () => {
  const sendOne = (limits: EntryLimits, address: string) =>
    Effect.runSync(limits.sends({ address, kind: "orders" }));
  const addresses = Array.from({ length: SIGNERS_MAX + 50 }, (_, number) => `0x${number}`);

  test("are remembered up to a bound, the latest of them", () => {
    const { limits, order, useUp, gone } = world();
    useUp(BOB);
    useUp("0x0");
    for (const address of addresses) {
      sendOne(limits, address).lost();
      sendOne(limits, "0x0").lost();
    }
    expect([...limits.signers()]).toHaveLength(SIGNERS_MAX);
    useUp(addresses.at(-1));
    order("known", addresses.at(-1));
    order("forgotten", BOB);
    order("used all the time", "0x0");
    expect(gone).toEqual(["forgotten"]);
  });

  test("are not forgotten while one of their entries is in flight", () => {
    const { limits } = world();
    for (const address of addresses) sendOne(limits, address);
    expect([...limits.signers()]).toHaveLength(addresses.length);
  });
});
