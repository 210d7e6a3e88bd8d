import { beforeEach, describe, expect, test } from "bun:test";
import { AnswerFailure } from "../../../app/console/service/answer_failure.ts";
import { ApiError, NoAnswer, type PlacedOrder } from "../../../app/client/typescript/mod.ts";
import {
  type Attempt,
  type AttemptStore,
  keptAttempt,
  newAttempt,
  placeAttempt,
  storeApart,
} from "../../../app/console/wallets/order_attempt.ts";

const BODY = {
  walletId: "w",
  slug: "btc-updown-5m-1795465500",
  outcome: "Up",
  side: "BUY",
  amount: 5,
  orderType: "FOK",
} as const;

const PLACED: PlacedOrder = {
  ok: true,
  orderId: "0x1",
  status: "matched",
  latencyS: 0.05,
  order: { slug: BODY.slug, outcome: "Up", tokenId: "1", side: "BUY", amount: 5, negRisk: false },
  filled: { shares: 9.8, usdc: 4.99, averagePrice: 0.51 },
};

const kept = new Map<string, string>();
const store: AttemptStore = {
  getItem: (name) => kept.get(name) ?? null,
  setItem: (name, value) => void kept.set(name, value),
  removeItem: (name) => void kept.delete(name),
};
beforeEach(() => kept.clear());

/** Sends nothing: remembers what was to be sent, and answers one after the other. */
function answerWith(...answers: ReadonlyArray<PlacedOrder | AnswerFailure>) {
  const sent: Array<Attempt<typeof BODY>> = [];
  const send = (attempt: Attempt<typeof BODY>) => {
    const answer = answers[sent.length] ?? failed(0);
    sent.push(attempt);
    return answer instanceof AnswerFailure ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { store, send, sent };
}

/** A failure with a code of the service, as each of its answers about orders has one. */
function failed(status: number, retryAfterSec?: number): AnswerFailure {
  return new AnswerFailure("Cannot place the order", { status, retryAfterSec, code: "x" });
}

describe("a confirmed order", () => {
  test("has a key of its own", () => {
    const keys = [1, 2, 3].map(() => newAttempt("a", BODY).key);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^console-[0-9a-f]{32}$/);
  });

  test("is forgotten once it is placed", async () => {
    const way = answerWith(PLACED);
    expect(await placeAttempt(newAttempt("a", BODY), way)).toMatchObject({ kind: "placed" });
    expect(keptAttempt("a", store)).toBeUndefined();
  });

  test("is kept before it is sent", async () => {
    const attempt = newAttempt("a", BODY);
    let keptMeanwhile: Attempt<typeof BODY> | undefined;
    const send = () => {
      keptMeanwhile = keptAttempt("a", store);
      return Promise.resolve(PLACED);
    };
    await placeAttempt(attempt, { store, send });
    expect(keptMeanwhile).toEqual(attempt);
  });

  test("is sent again under the same key after a lost answer, also after a reload", async () => {
    const way = answerWith(failed(0), PLACED);
    const attempt = newAttempt("a", BODY);
    expect((await placeAttempt(attempt, way)).kind).toBe("open");
    const again = keptAttempt("a", store) as Attempt<typeof BODY>;
    expect((await placeAttempt(again, way)).kind).toBe("placed");
    expect(way.sent).toEqual([attempt, attempt]);
  });

  test.each<[number, number | undefined]>([
    [503, 2],
    [409, 1],
    [429, 5],
    [401, undefined],
    [500, undefined],
    [502, undefined],
    [-1, undefined],
  ])("stays open after %p with Retry-After %p", async (status, retryAfterSec) => {
    const attempt = newAttempt("a", BODY);
    const outcome = await placeAttempt(attempt, answerWith(failed(status, retryAfterSec)));
    expect(outcome.kind).toBe("open");
    expect(keptAttempt("a", store)).toEqual(attempt);
  });

  test.each([400, 403, 404, 409, 503])(
    "is refused for good by %p without Retry-After",
    async (status) => {
      const outcome = await placeAttempt(newAttempt("a", BODY), answerWith(failed(status)));
      expect(outcome.kind).toBe("refused");
      expect(keptAttempt("a", store)).toBeUndefined();
    },
  );

  test("stays open after any answer, where it was sent before without one", async () => {
    const facts = { error: "Cannot find the wallet", code: "not_found", status: 404 };
    const refused = new ApiError({ ...facts, requestId: undefined, retryAfterSec: undefined });
    const settled = () => Promise.reject(refused);
    const unsettled = () =>
      Promise.reject(
        new NoAnswer({
          request: "POST x",
          idempotencyKey: "k",
          idempotencyKeys: ["k"],
          cause: refused,
        }),
      );
    const attempt = newAttempt("a", BODY);
    expect((await placeAttempt(attempt, { store, send: unsettled })).kind).toBe("open");
    expect(keptAttempt("a", store)).toEqual(attempt);
    expect((await placeAttempt(attempt, { store, send: settled })).kind).toBe("refused");
  });

  test("stays open after what the service never wrote", async () => {
    const outcome = await placeAttempt(newAttempt("a", BODY), {
      store,
      send: () => Promise.reject(new AnswerFailure("Forbidden", { status: 403 })),
    });
    expect(outcome.kind).toBe("open");
  });

  test("is kept beside one of another sort, which has an outcome of its own", async () => {
    const apart = storeApart(store, "replacement");
    const [order, replacement] = [newAttempt("a", BODY), newAttempt("a", BODY)];
    await placeAttempt(order, answerWith(failed(0)));
    await placeAttempt(replacement, { ...answerWith(failed(0)), store: apart });
    expect([keptAttempt("a", store), keptAttempt("a", apart)]).toEqual([order, replacement]);
    await placeAttempt(replacement, { ...answerWith(PLACED), store: apart });
    expect([keptAttempt("a", store), keptAttempt("a", apart)]).toEqual([order, undefined]);
  });

  test("is kept as taken where the answer says that it is on its way", async () => {
    const attempt = newAttempt("a", BODY);
    const way = { ...answerWith(PLACED, PLACED), isOver: () => false };
    await placeAttempt(attempt, way);
    expect(keptAttempt("a", store)).toEqual({ ...attempt, isTaken: true });
    await placeAttempt(attempt, { ...way, isOver: () => true });
    expect(keptAttempt("a", store)).toBeUndefined();
  });

  test("is not shown to another account", async () => {
    await placeAttempt(newAttempt("a", BODY), answerWith(failed(0)));
    expect(keptAttempt("b", store)).toBeUndefined();
  });

  test("is placed where nothing can be kept", async () => {
    const refuse = () => {
      throw new Error("denied");
    };
    const deaf = { getItem: refuse, setItem: refuse, removeItem: refuse };
    const way = { ...answerWith(PLACED), store: deaf };
    expect((await placeAttempt(newAttempt("a", BODY), way)).kind).toBe("placed");
  });
});
