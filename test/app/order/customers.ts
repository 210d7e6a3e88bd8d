/**
 * Customers who want orders placed, and ask with the same key until they know what became of each.
 *
 * @module
 */
import type { Wish } from "./order_plan.ts";
import { callForOrder, type Orderer, type OrderReply } from "./order_call.ts";
import type { PutMarket } from "./put_markets.ts";

/** One order of one key, and all that its customer was told. */
export interface Errand {
  readonly key: string;
  readonly wish: Wish;
  readonly replies: OrderReply[];
}

/** An answer after which nobody asks again. */
export type Final = Extract<OrderReply, { readonly kind: "placed" | "refused" }>;

/** The customers' part of a test. */
export interface Customers {
  /** How many errands have been begun. */
  readonly begun: () => number;
  /** Whether nobody asks any more. */
  readonly areDone: () => boolean;
  /** Every errand that was begun, once all of them have ended. */
  readonly done: Promise<ReadonlyArray<Errand>>;
}

/** What customers work with; `urlNow` is asked before each try. */
export interface CustomersOptions {
  readonly wishes: ReadonlyArray<Wish>;
  readonly count: number;
  readonly markets: ReadonlyArray<PutMarket>;
  readonly orderer: Orderer;
  readonly urlNow: () => string;
  /** All must have ended by then. */
  readonly withinMs: number;
}

const WAIT_MS_MAX = 1_000;
const RECONNECT_MS = 50;

/** The final answers, of which there should be no two different ones. */
export function finalsOf({ replies }: Errand): ReadonlyArray<Final> {
  return replies.filter((reply): reply is Final =>
    reply.kind === "placed" || reply.kind === "refused"
  );
}

/** The key of a wish, by its place among the others. */
export function keyOf(number: number): string {
  return `order-${number}`;
}

/** The fields of a wish, as they are sent. */
export function fieldsOf(wish: Wish, markets: ReadonlyArray<PutMarket>) {
  const { market, outcome, side, orderType, amount } = wish;
  return { slug: markets[market]?.slug, outcome, side, orderType, amount: JSON.rawJSON(amount) };
}

/** Lets so many customers share the wishes, each going on with others while it waits for one. */
export function startCustomers(options: CustomersOptions): Customers {
  const { wishes, count, markets, orderer, urlNow, withinMs } = options;
  const waiting = [...wishes.entries()];
  const errands: Errand[] = [];
  const endMs = performance.now() + withinMs;

  /** Whoever hears nothing asks again at once: other orders would hear as little. */
  const ask = async (errand: Errand, firstTimeoutMs?: number) => {
    const { key, wish } = errand;
    const call = { key, fields: fieldsOf(wish, markets) };
    let timeoutMs = firstTimeoutMs;
    for (;;) {
      const reply = await callForOrder({ url: urlNow(), orderer, timeoutMs }, call);
      errand.replies.push(reply);
      if (reply.kind !== "lost" || performance.now() > endMs) return;
      timeoutMs = undefined;
      await Bun.sleep(RECONNECT_MS);
    }
  };
  const begin = async ([number, wish]: readonly [number, Wish]) => {
    const errand: Errand = { key: keyOf(number), wish, replies: [] };
    errands.push(errand);
    const { isDoubled, hangsUpMs } = wish;
    const tries = Array.from(
      { length: isDoubled ? 2 : 1 },
      () => ask(errand, hangsUpMs),
    );
    await Promise.all(tries);
    return errand;
  };
  const work = async () => {
    let open: Array<{ readonly errand: Errand; readonly dueMs: number }> = [];
    for (;;) {
      const nowMs = performance.now();
      if (nowMs > endMs) throw new Error(`no end in sight of ${JSON.stringify(open[0])}`);
      const due = open.find(({ dueMs }) => dueMs <= nowMs);
      open = open.filter((each) => each !== due);
      const next = due === undefined ? waiting.shift() : undefined;
      if (due !== undefined) await ask(due.errand);
      const errand = due?.errand ?? (next === undefined ? undefined : await begin(next));
      if (errand === undefined) {
        if (open.length === 0) return;
        await Bun.sleep(20);
      } else if (finalsOf(errand).length === 0) {
        open.push({ errand, dueMs: performance.now() + waitMsOf(errand) });
      }
    }
  };
  let isDone = false;
  const done = Promise.all(Array.from({ length: count }, work))
    .finally(() => (isDone = true))
    .then(() => errands);
  return { begun: () => errands.length, areDone: () => isDone, done };
}

/** As long as the service asks for, but nobody is so patient here. */
function waitMsOf({ replies }: Errand): number {
  const last = replies.at(-1);
  return last?.kind === "later" ? Math.min(last.waitSec * 1_000, WAIT_MS_MAX) : 0;
}
