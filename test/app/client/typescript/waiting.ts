/** A wait for an order, whose stream and questions are the test's. @module */
import { expect } from "bun:test";
import type {
  OrderGoal,
  OrdersEvent,
  SentOrder,
  WaitOptions,
} from "../../../../app/client/typescript/mod.ts";
import { waitUntil } from "../../../../app/client/typescript/wait_until.ts";
import { until } from "../../../until.ts";

/** The order that is waited for. */
export const ORDER = { walletId: "w", orderId: "0x1" } as const;
/** The topic of its wallet. */
export const TOPIC = "orders:w";
/** What a loop over it begins with. */
export const START = { type: "start", topics: [TOPIC], seqs: { [TOPIC]: 7 } } as const;
/** Longer than any test. */
const FOREVER_MS = 1e9;
/** What a wait asks. */
export interface Question {
  readonly answer: (order: SentOrder) => void;
  readonly fail: (error: unknown) => void;
  readonly signal: AbortSignal;
}

/** A wait whose stream and questions the test answers; one is repeated after a millisecond. */
export function wait(
  goal: OrderGoal,
  options: WaitOptions = {},
  { isLive = false, askMs = 1 } = {},
) {
  const stream = { isLive, watchers: 0, looks: 0, take: (_?: OrdersEvent) => {} };
  const questions: Array<Question> = [];
  const promise = waitUntil(
    {
      askMs,
      watch: (walletId, take) => {
        expect(walletId).toBe(ORDER.walletId);
        stream.watchers++;
        stream.take = take;
        const isLive = () => ++stream.looks > 0 && stream.isLive;
        return { isLive, leave: () => void stream.watchers-- };
      },
      ask: (order, { signal }) => {
        expect(order).toEqual(ORDER);
        const { promise, resolve, reject } = Promise.withResolvers<SentOrder>();
        questions.push({ answer: resolve, fail: reject, signal });
        signal.addEventListener("abort", () => reject(signal.reason));
        return promise;
      },
    },
    ORDER,
    { timeoutMs: FOREVER_MS, ...options, goal },
  );
  const start = () => {
    stream.isLive = true;
    stream.take(START);
  };
  const tell = (order: SentOrder) => stream.take({ type: "order", topic: TOPIC, seq: 8, order });
  const asked = (count: number) => until(() => questions.length >= count);
  /** The error that the wait throws, once it has left the stream and asks no more. */
  const failure = async () => {
    const error = await promise.then(() => expect.unreachable(), (error) => error);
    expect(stream.watchers).toBe(0);
    expect(questions.every(({ signal }) => signal.aborted)).toBe(true);
    return error;
  };
  return { promise, stream, questions, start, tell, asked, failure };
}
