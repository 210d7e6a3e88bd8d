/** Calls to providers that replicas make together. @module */
import { describe, expect, test } from "bun:test";
import { Effect, Fiber } from "effect";
import { CallProgress, type HttpAnswer, sleepMachineTime } from "../../../adapters/outbound/mod.ts";
import { PROVIDER_FAILURE_REASONS, ProviderFailed } from "../../../core/port/provider_failure.ts";
import { withReason } from "../../skip_reason.ts";
import { until } from "../../until.ts";
import { startReplica } from "./calling_replica.ts";
import { redisSkip } from "./redis_server.ts";

/** A question whose answer lives long. */
const named = (name: string) => ({ name, lifeMs: () => 600_000 });
/** A call that is under way until the test answers it. */
function heldCall() {
  const answered = Promise.withResolvers<HttpAnswer>();
  const call = {
    asked: 0,
    answer: (text: string) => answered.resolve(answerOf(text)),
    ask: Effect.promise(() => {
      call.asked += 1;
      return answered.promise;
    }),
  };
  return call;
}
const answerOf = (text: string): HttpAnswer => ({ status: 200, headers: new Headers(), text });

const suite = redisSkip.skip === undefined ? describe : describe.skip;
suite(withReason("calls of replicas that share a Redis server", redisSkip.skip), () => {
  const startTwo = (options = {}) => {
    const prefix = `test_${crypto.randomUUID()}:`;
    return [startReplica(prefix, options), startReplica(prefix, options)] as const;
  };

  test("keep a pace together", async () => {
    const replicas = startTwo();
    const pace = { name: "test", calls: 5, perMs: 600_000 };
    let taken = 0;
    const fibers = replicas.flatMap(({ fork, calls }) =>
      Array.from(
        { length: 6 },
        () => fork(Effect.tap(calls.takeSlot(pace), () => Effect.sync(() => taken += 1))),
      )
    );
    await until(() => taken === 5);
    // A pace of another name is another one, and is counted after everything before it.
    for (const { run, calls } of replicas) await run(calls.takeSlot({ ...pace, name: "other" }));
    expect(taken).toBe(5);
    for (const fiber of fibers) await Effect.runPromise(Fiber.interrupt(fiber));
  });

  test("use the weight of a minute together", async () => {
    const replicas = startTwo();
    const weight = { name: "test", minute: 7, weight: 4, weightMax: 30 };
    const fits = await Promise.all(
      replicas.flatMap(({ run, calls }) =>
        Array.from({ length: 6 }, () => run(calls.addWeight(weight)))
      ),
    );
    expect(fits.filter(Boolean).length).toBe(7);
    const [one] = replicas;
    expect(await one.run(one.calls.addWeight({ ...weight, weight: 2 }))).toBe(true);
    expect(await one.run(one.calls.addWeight({ ...weight, minute: 8 }))).toBe(true);
  });

  test("ask an equal question once, and a different one beside it", async () => {
    const replicas = startTwo();
    let [asked, others] = [0, 0];
    const looks = () => replicas.reduce((sum, replica) => sum + replica.looks(), 0);
    const ask = Effect.promise(async () => {
      asked += 1;
      await until(() => looks() >= 10, "everybody's look");
      return answerOf(`answer ${asked}`);
    });
    const question = named("q");
    const answers = await Promise.all(
      replicas.flatMap(({ run, calls }) =>
        Array.from({ length: 5 }, () => run(calls.share(question, ask)))
      ),
    );
    expect(answers.map(({ text }) => text)).toEqual(answers.map(() => "answer 1"));
    expect(asked).toBe(1);
    const [one] = replicas;
    const other = Effect.sync(() => answerOf(`other ${++others}`));
    expect((await one.run(one.calls.share({ ...question, name: "r" }, other))).text).toBe(
      "other 1",
    );
  });

  test("wait for an answer that takes longer than a dead replica would hold them up", async () => {
    const renewals: Array<() => void> = [];
    // Looks are soon, and renewals when the test says so.
    const sleep = (ms: number) =>
      ms < 1_000 ? sleepMachineTime(ms) : Effect.callback<void>((resume) => {
        renewals.push(() => resume(Effect.void));
      });
    const [one, other] = startTwo({ sleep });
    const call = heldCall();
    const question = named("q");
    const answers = [one.run(one.calls.share(question, call.ask))];
    await until(() => renewals.length === 1);
    for (let renewed = 1; renewed <= 3; renewed++) {
      await one.keep("q", 60_000);
      renewals[renewed - 1]?.();
      await until(async () => await one.leftMs("question", "q") <= 3_000, "a renewal");
    }
    await one.keep("q", 60_000);
    answers.push(other.run(other.calls.share(question, call.ask)));
    await until(() => other.looks() > 2, "several looks");
    call.answer("answer");
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(["answer", "answer"]);
    expect(call.asked).toBe(1);
  });

  test("take an answer that they waited for, though it is no news when they look", async () => {
    const looks: Array<() => void> = [];
    const sleep = (ms: number) =>
      Effect.callback<void>((resume) => {
        if (ms < 1_000) looks.push(() => resume(Effect.void));
      });
    const [one, other] = startTwo({ sleep });
    const call = heldCall();
    const question = named("q");
    const first = one.run(one.calls.share(question, call.ask));
    await until(() => call.asked === 1);
    // Whatever the machine takes for the rest of it.
    await one.keep("q", 60_000);
    const second = other.run(other.calls.share(question, call.ask));
    await until(() => looks.length === 1, "a look that finds no answer");
    call.answer("waited for");
    await first;
    await one.makeOld("q");
    looks[0]?.();
    expect((await second).text).toBe("waited for");
    // Who did not wait asks again.
    const mine = Effect.sync(() => answerOf("mine"));
    expect((await other.run(other.calls.share(question, mine))).text).toBe("mine");
  });

  test("share a failure, and ask again after the answer's life", async () => {
    const [one, other] = startTwo();
    let asked = 0;
    const failing = Effect.suspend(() => {
      asked += 1;
      const failure = { provider: "x", reason: "limited", retryAfterSec: 9, cause: "no" } as const;
      return Effect.fail(new ProviderFailed(failure));
    });
    const long = named("q");
    for (const { run, calls } of [one, other, one]) {
      const failure = await run(Effect.flip(calls.share(long, failing)));
      expect(failure).toMatchObject({ provider: "x", reason: "limited", retryAfterSec: 9 });
    }
    expect(asked).toBe(1);
    const short = { name: "r", lifeMs: () => 1 };
    await one.run(Effect.flip(one.calls.share(short, failing)));
    await one.isOld("r");
    await other.run(Effect.flip(other.calls.share(short, failing)));
    expect(asked).toBe(3);
    // An answer may live longer than a failure.
    const byEnd = {
      name: "s",
      lifeMs: (answer: HttpAnswer | undefined) => answer === undefined ? 1 : 600_000,
    };
    await one.run(Effect.flip(one.calls.share(byEnd, failing)));
    await one.isOld("s");
    const right = Effect.sync(() => answerOf("right"));
    expect((await one.run(one.calls.share(byEnd, right))).text).toBe("right");
    expect((await other.run(other.calls.share(byEnd, failing))).text).toBe("right");
    expect(asked).toBe(4);
  });

  test("share what the provider said, and not that one of them has no way to it", async () => {
    for (const reason of PROVIDER_FAILURE_REASONS) {
      for (const step of ["answered", "lost"] as const) {
        const [one, other] = startTwo();
        const question = named("q");
        const failing = Effect.flatMap(CallProgress, (tell) => {
          tell(step);
          return Effect.fail(new ProviderFailed({ provider: "x", reason, cause: "no" }));
        });
        await one.run(Effect.flip(one.calls.share(question, failing)));
        const right = Effect.succeed(answerOf("right"));
        const end = await other.run(Effect.result(other.calls.share(question, right)));
        const isSaid = reason === "unreachable" ? step === "answered" : reason !== "timeout";
        expect(end).toMatchObject(
          isSaid ? { failure: { reason } } : { success: { text: "right" } },
        );
      }
    }
  });

  test("get their answer from the next one where one has no way to the provider", async () => {
    const prefix = `test_${crypto.randomUUID()}:`;
    const [blocked, ...others] = [
      startReplica(prefix),
      startReplica(prefix),
      startReplica(prefix),
    ];
    let [tried, asked] = [0, 0];
    const question = named("q");
    const isLost = Promise.withResolvers<void>();
    const failing = Effect.gen(function* () {
      tried += 1;
      yield* Effect.promise(() => isLost.promise);
      const failure = { provider: "x", reason: "unreachable", cause: "blocked" } as const;
      return yield* new ProviderFailed(failure);
    });
    const right = Effect.sync(() => answerOf(`answer ${++asked}`));
    const failed = blocked.run(Effect.flip(blocked.calls.share(question, failing)));
    await until(() => tried === 1);
    const answers = others.map(({ run, calls }) => run(calls.share(question, right)));
    isLost.resolve();
    expect((await failed).reason).toBe("unreachable");
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(
      others.map(() => "answer 1"),
    );
  });

  test("ask themselves when the asking one gives up or hangs", async () => {
    const [one, other] = startTwo();
    let asked = 0;
    const hang = Effect.suspend(() => {
      asked += 1;
      return Effect.never;
    });
    const mine = Effect.sync(() => answerOf("mine"));
    const givingUp = one.fork(one.calls.share(named("gives up"), hang));
    await until(() => asked === 1);
    const waiting = other.run(other.calls.share(named("gives up"), mine));
    await Effect.runPromise(Fiber.interrupt(givingUp));
    expect((await waiting).text).toBe("mine");

    const hanging = one.fork(one.calls.share(named("hangs"), hang));
    await until(() => asked === 2);
    // As if the time had passed after which Redis forgets who asks.
    await one.keep("hangs", 1);
    expect((await other.run(other.calls.share(named("hangs"), mine))).text).toBe("mine");
    await Effect.runPromise(Fiber.interrupt(hanging));
  });

  test("ask themselves when an answer is too large", async () => {
    const [one, other] = startTwo();
    const large = Effect.sync(() => answerOf("x".repeat(1_000_001)));
    await one.run(one.calls.share(named("q"), large));
    const mine = Effect.sync(() => answerOf("mine"));
    expect((await other.run(other.calls.share(named("q"), mine))).text).toBe("mine");
  });
});

test("calls of a replica that cannot reach Redis are its own", async () => {
  const { run, calls } = startReplica("none", { url: "redis://127.0.0.1:1" });
  const own = Effect.succeed(answerOf("own"));
  expect((await run(calls.share(named("q"), own))).text).toBe("own");
  expect(await run(calls.addWeight({ name: "w", minute: 1, weight: 9, weightMax: 1 }))).toBe(true);
  await run(calls.takeSlot({ name: "p", calls: 0, perMs: 600_000 }));
});
