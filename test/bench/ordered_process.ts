/** A process that executes orders one at a time, and answers each. @module */

type Outcome<Answer> = { readonly answer: Answer } | { readonly failure: string };

/** The other end of {@linkcode takeOrders}. */
export interface OrderedProcess<Order, Answer> {
  readonly pid: number;
  /** Rejects with the error of the process. One order at a time. */
  readonly ask: <A extends Answer>(order: Order) => Promise<A>;
  readonly stop: () => Promise<void>;
}

/** Starts `bun run {file}`, which stays warm between orders. */
export function startOrderedProcess<Order, Answer>(
  file: string,
  settings: Readonly<Record<string, string>> = {},
): OrderedProcess<Order, Answer> {
  let pending = Promise.withResolvers<Outcome<Answer>>();
  const { PATH = "", HOME = "" } = process.env;
  const child = Bun.spawn([process.execPath, "run", file], {
    env: { PATH, HOME, ...settings },
    stdout: "inherit",
    stderr: "inherit",
    ipc: (outcome: Outcome<Answer>) => pending.resolve(outcome),
    onExit: () => pending.resolve({ failure: `${file} ended` }),
  });
  return {
    pid: child.pid,
    ask: async <A extends Answer>(order: Order) => {
      pending = Promise.withResolvers();
      child.send(order);
      const outcome = await pending.promise;
      if ("failure" in outcome) throw new Error(outcome.failure);
      return outcome.answer as A;
    },
    stop: async () => {
      child.kill();
      await child.exited;
    },
  };
}

/** Executes the orders of the parent process, until that one ends. */
export function takeOrders<Order, Answer>(work: (order: Order) => Answer | Promise<Answer>): void {
  process.on("message", async (order: Order) => {
    try {
      process.send?.({ answer: await work(order) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.stack : String(error) });
    }
  });
  process.on("disconnect", () => process.exit());
}

/**
 * Returns milliseconds since an instant that all processes of this machine share: each process' own
 * stopwatch begins at its start.
 */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}
