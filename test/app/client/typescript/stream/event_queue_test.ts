import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { makeEventQueue } from "../../../../../app/client/typescript/stream/event_queue.ts";

const queueOf = (max = 3) => makeEventQueue<number>(max, () => {});

describe("makeEventQueue()", () => {
  test("is idle while its loop waits for an event, and once that has ended", async () => {
    let waits = 0;
    const queue = makeEventQueue<number>(3, () => {}, () => void waits++);
    expect(queue.isIdle()).toBe(false);
    queue.push(1);
    await queue.next();
    expect([queue.isIdle(), waits]).toEqual([false, 0]);
    const next = queue.next();
    expect([queue.isIdle(), waits]).toEqual([true, 1]);
    queue.push(2);
    expect(queue.isIdle()).toBe(false);
    await next;
    queue.end();
    expect(queue.isIdle()).toBe(true);
  });

  test("yields events in push order, however pushes and takes alternate", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: -5, max: 5 })), async (steps) => {
        const queue = queueOf(Infinity);
        const taken: Array<Promise<IteratorResult<number, undefined>>> = [];
        let pushed = 0;
        for (const step of steps) {
          for (let left = step; left > 0; left--) queue.push(pushed++);
          for (let left = step; left < 0; left++) taken.push(queue.next());
        }
        queue.end(new Error("end"));
        const results = await Promise.allSettled(taken);
        const values = results.flatMap((result) =>
          result.status === "fulfilled" && result.value.done !== true ? [result.value.value] : []
        );
        expect(values).toEqual(
          Array.from({ length: Math.min(pushed, taken.length) }, (_, index) => index),
        );
        expect(results.filter(({ status }) => status === "rejected").length)
          .toBe(taken.length > pushed ? 1 : 0);
      }),
    );
  });

  test("is full at its maximum, and not before", async () => {
    const queue = queueOf(3);
    for (const event of [1, 2, 3]) {
      expect(queue.isFull()).toBe(false);
      queue.push(event);
    }
    expect(queue.isFull()).toBe(true);
    await queue.next();
    expect(queue.isFull()).toBe(false);
  });

  test("yields buffered events before it throws, and throws once", async () => {
    const queue = queueOf();
    queue.push(1);
    queue.end(new Error("no more"));
    queue.push(2);
    expect(await queue.next()).toEqual({ done: false, value: 1 });
    expect(queue.next()).rejects.toThrow("no more");
    expect(await queue.next()).toEqual({ done: true, value: undefined });
  });

  test("ends immediately, pending takers included", async () => {
    const queue = queueOf();
    const waiting = queue.next();
    void queue.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
    queue.push(1);
    queue.end(new Error("too late"));
    expect((await queue.next()).done).toBe(true);
  });

  test("calls onReturn when the loop ends", async () => {
    let left = 0;
    const queue = makeEventQueue<number>(3, () => void left++);
    for (const event of [1, 2, 3]) queue.push(event);
    for await (const event of queue) {
      expect(event).toBe(1);
      break;
    }
    expect(left).toBe(1);
    expect((await queue.next()).done).toBe(true);
  });
});
