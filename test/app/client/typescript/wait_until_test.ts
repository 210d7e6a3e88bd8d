import { afterEach, describe, expect, spyOn, test } from "bun:test";
import fc from "fast-check";
import {
  ApiError,
  GoalMissed,
  NoAnswer,
  type SentOrder,
  WaitTimeout,
} from "../../../../app/client/typescript/mod.ts";
import { waitUntil } from "../../../../app/client/typescript/wait_until.ts";
import { progressOf } from "../../../../app/client/typescript/order_goal.ts";
import { turn, until } from "../../../until.ts";
import { orderIn } from "./waited_order.ts";
import { ORDER, START, TOPIC, wait } from "./waiting.ts";

const unavailable = new ApiError(
  { error: "No", code: "unavailable", status: 503, requestId: "r", retryAfterSec: undefined },
);
const unknownOrder = new ApiError(
  { error: "No", code: "not_found", status: 404, requestId: "r", retryAfterSec: undefined },
);

let clock: { readonly mockRestore: () => void } | undefined;
afterEach(() => clock?.mockRestore());

/** Moves the machine's stopwatch past the end of every wait. */
function passTime(): void {
  const nowMs = performance.now();
  clock = spyOn(performance, "now").mockReturnValue(nowMs + 2e9);
}

describe("waitUntil()", () => {
  test("asks once the wallet is followed, and then follows the order's events alone", async () => {
    const { promise, stream, questions, start, tell, asked } = wait("confirmed");
    start();
    await asked(1);
    questions[0]?.answer(orderIn("matched", [10, 0]));
    tell({ ...orderIn("matched", [10, 10]), order_id: "0x2" });
    stream.take({ type: "fill", topic: TOPIC, seq: 9, fill: {} as never });
    stream.take({ type: "claim", topic: TOPIC, seq: 10, claim: {} as never });
    tell(orderIn("matched", [10, 4]));
    const last = orderIn("matched", [10, 10]);
    tell(last);
    expect(await promise).toBe(last);
    expect(questions).toHaveLength(1);
    expect(stream.watchers).toBe(0);
  });

  test("takes a stream that is live already, and ends with an answer that is enough", async () => {
    const { promise, questions, asked } = wait("live", {}, { isLive: true, askMs: 1e9 });
    await asked(1);
    const order = orderIn("live");
    questions[0]?.answer(order);
    expect(await promise).toBe(order);
  });

  test("ends with an event during a question, and gives the question up", async () => {
    const { promise, questions, start, tell, asked } = wait("matched", {}, { askMs: 1e9 });
    start();
    await asked(1);
    const order = orderIn("matched", [10, 0]);
    tell(order);
    expect(await promise).toBe(order);
    expect(questions[0]?.signal.aborted).toBe(true);
  });

  test("asks again when the stream begins or leaves something out meanwhile", async () => {
    const { promise, stream, questions, start, asked } = wait("over", {}, { askMs: 1e9 });
    start();
    const gap = {
      type: "gap",
      topic: TOPIC,
      fromSeq: 8,
      toSeq: 9,
      reason: "replay_limit",
    } as const;
    for (const [number, event] of [START, gap, undefined].entries()) {
      await asked(number + 1);
      stream.take(event);
      questions[number]?.answer(orderIn("live"));
    }
    await asked(4);
    questions[3]?.answer(orderIn("canceled"));
    expect((await promise).state).toBe("canceled");
  });

  test("asks again and again while the stream is away, though the service fails", async () => {
    const { promise, stream, questions, asked } = wait("confirmed");
    const noAnswer = new NoAnswer(
      { request: "GET", idempotencyKey: undefined, idempotencyKeys: [], cause: "it broke" },
    );
    const pageOfAProxy = new ApiError(
      { error: "Answered with 404", status: 404, requestId: undefined, retryAfterSec: undefined },
    );
    for (const [number, error] of [noAnswer, unavailable, pageOfAProxy].entries()) {
      await asked(number + 1);
      questions[number]?.fail(error);
    }
    await asked(4);
    questions[3]?.answer(orderIn("matched", [10, 4]));
    await asked(5);
    questions[4]?.answer(orderIn("matched", [10, 10]));
    expect((await promise).settled?.shares).toBe(10);
    expect(stream.watchers).toBe(0);
  });

  test("does not ask while the stream tells of everything", async () => {
    const { promise, stream, questions, start, tell, asked } = wait("live");
    start();
    await asked(1);
    questions[0]?.answer(orderIn("delayed"));
    const { looks } = stream;
    await until(() => stream.looks > looks + 9);
    expect(questions).toHaveLength(1);
    stream.isLive = false;
    await asked(2);
    stream.isLive = true;
    questions[1]?.answer(orderIn("delayed"));
    tell(orderIn("live"));
    expect((await promise).state).toBe("live");
  });

  test("throws at once what the service refuses to say", async () => {
    const { questions, start, asked, failure } = wait("live");
    start();
    await asked(1);
    questions[0]?.fail(unknownOrder);
    expect(await failure()).toBe(unknownOrder);
  });

  test("throws when the order never comes there, with the order as it ended", async () => {
    const { start, tell, failure } = wait("confirmed");
    start();
    const refusal = { reason: "killed", message: "Cannot place the order: killed", hint: "h" };
    const order = { ...orderIn("refused", [undefined, undefined]), refusal } as SentOrder;
    tell(order);
    // It was live before: what came first counts.
    tell(orderIn("matched", [10, 10]));
    const error = await failure();
    expect(error).toBeInstanceOf(GoalMissed);
    expect(error).toMatchObject({ goal: "confirmed", reason: "refused", order });
    expect(error.message).toBe(
      "Order 0x1 can never be confirmed: it was refused, " +
        "shares filled unknown, settled unknown: Cannot place the order: killed",
    );
    const canceled = wait("matched");
    canceled.start();
    canceled.tell({ ...orderIn("canceled", [4, 0]), why: "Its life was over" });
    expect((await canceled.failure()).message).toBe(
      "Order 0x1 can never be matched: it was canceled, " +
        "shares filled 4, settled 0: Its life was over",
    );
  });

  test("throws when the time is over, and invites no second order", async () => {
    const { questions, start, tell, asked, failure } = wait("confirmed", {}, { askMs: 1e9 });
    start();
    await asked(1);
    questions[0]?.answer(orderIn("live"));
    await turn();
    passTime();
    const order = orderIn("matched", [10, 4]);
    tell(order);
    const error = await failure();
    expect(error).toBeInstanceOf(WaitTimeout);
    expect(error).toMatchObject({ ...ORDER, goal: "confirmed", timeoutMs: 1e9, order });
    expect(error.message).toBe(
      "Order 0x1 was not seen confirmed within 1000000000 ms: it was matched last, " +
        "shares filled 10, settled 4. It goes on: wait again, and do not place it again",
    );
  });

  test("does not take a late answer for later than an event", async () => {
    const { questions, start, tell, asked, failure } = wait("confirmed", {}, { askMs: 1e9 });
    start();
    await asked(1);
    const order = orderIn("matched", [10, 4]);
    tell(order);
    await turn();
    passTime();
    questions[0]?.answer(orderIn("live"));
    expect((await failure()).order).toBe(order);
  });

  test("throws when the time is over and the service was never reached, and says why", async () => {
    const { questions, asked, failure } = wait("live");
    await asked(1);
    passTime();
    questions[0]?.fail(unavailable);
    const error = await failure();
    expect(error).toMatchObject({ order: undefined, cause: unavailable });
    expect(error.message).toContain("nothing is known of it");
  });

  test("throws when the time is over, also where nothing happens at all", async () => {
    const { failure } = wait("live", { timeoutMs: 2 }, { askMs: 1e9 });
    expect(await failure()).toMatchObject({ name: "WaitTimeout", order: undefined });
  });

  test("ends with its signal, and its reason", async () => {
    const abort = new AbortController();
    const { start, asked, failure } = wait("live", { signal: abort.signal });
    start();
    await asked(1);
    const reason = new Error("the bot ends");
    abort.abort(reason);
    expect(await failure()).toBe(reason);
    const late = wait("live", { signal: abort.signal });
    expect(await late.failure()).toBe(reason);
  });

  test("refuses another goal, a time that is none, and an order without its ids", async () => {
    for (const timeoutMs of [0, -1, NaN]) {
      expect(await wait("live", { timeoutMs }).failure()).toBeInstanceOf(TypeError);
    }
    expect(await wait("filled" as never).failure()).toBeInstanceOf(TypeError);
    for (const order of [{ walletId: "w" }, { walletId: "", orderId: "0x1" }]) {
      const waiting = waitUntil({} as never, order as never, { goal: "live" });
      expect(await waiting.catch((error) => error)).toBeInstanceOf(TypeError);
    }
  });

  test("ends as the order does, whatever the stream and its questions go through", async () => {
    const step = fc.constantFrom("change", "connect", "lose", "answer", "fail", "turn");
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("matched", "over", "confirmed"),
        fc.constantFrom(...ENDS),
        fc.array(step, { maxLength: 30 }),
        async (goal, end, steps) => {
          const { promise, stream, questions, start, tell } = wait(goal);
          const outcome = promise.then((order) => order, (error: unknown) => error);
          let isSettled = false;
          void outcome.then(() => isSettled = true);
          const log = [orderIn("delayed"), ...end];
          /** What the service knows, and how much of it was sent. */
          let [known, sent] = [1, 0];
          let answered = 0;
          const run = (one: typeof steps[number]) => {
            if (one === "change") known = Math.min(known + 1, log.length);
            if (one === "lose") stream.isLive = false;
            if (one === "connect" && sent === 0) {
              sent = known;
              start();
            } else if (one === "connect") stream.isLive = true;
            while (stream.isLive && sent < known) tell(log[sent++] as SentOrder);
            if (one === "answer") questions[answered++]?.answer(log[known - 1] as SentOrder);
            if (one === "fail") questions[answered++]?.fail(unavailable);
            answered = Math.min(answered, questions.length);
          };
          for (const one of steps) {
            run(one);
            if (one === "turn") await turn();
          }
          for (let left = log.length; left > 0; left--) run("change");
          run("connect");
          await until(() => {
            run("answer");
            return isSettled;
          }, "the end of a wait");
          const last = log.at(-1) as SentOrder;
          const ended = await outcome;
          const progress = progressOf(last, goal);
          if (progress !== "reached") expect(ended).toMatchObject({ goal, reason: progress });
          else expect(progressOf(ended as SentOrder, goal)).toBe("reached");
          expect(stream.watchers).toBe(0);
        },
      ),
    );
  }, 300_000);
});

/** What becomes of orders, until it changes no more. */
const ENDS: ReadonlyArray<ReadonlyArray<SentOrder>> = [
  [
    orderIn("live"),
    orderIn("live", [4, 0]),
    orderIn("matched", [10, 4]),
    orderIn("matched", [10, 10]),
  ],
  [orderIn("matched", [10, 0]), orderIn("matched", [6, 0]), orderIn("matched", [6, 6])],
  [orderIn("live"), orderIn("canceled", [4, 0]), orderIn("canceled", [4, 4])],
  [orderIn("live"), orderIn("canceled")],
  [orderIn("unknown"), orderIn("refused", [undefined, undefined])],
];
