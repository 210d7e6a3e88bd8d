import { describe, expect, test } from "bun:test";
import { DOUBTS_MAX, PROOF_MS_MAX } from "../../../../adapters/polymarket/book/hash_check.ts";
import { makeOrderBookState } from "../../../../adapters/polymarket/book/order_book_state.ts";
import { changeFrame, hashOf, provenFrame, tradeFrame } from "./book_frames.ts";

/** Follows "1" at a time that tests move, and says what it was asked for. */
function makeWorld() {
  const state = makeOrderBookState();
  let nowMs = 0;
  let asked = 0;
  const world = {
    state,
    /** How often it was subscribed to. */
    asked: () => asked,
    hear: (...frames: ReadonlyArray<unknown>) =>
      frames.forEach((frame) => state.receive(JSON.stringify(frame), nowMs)),
    /** Lets time pass, in which the connection lives. */
    pass: (ms: number) => {
      nowMs += ms;
      state.receive("PONG", nowMs);
      state.maintain(nowMs);
    },
    isKnown: () => state.knownNow("1", nowMs) !== undefined,
  };
  state.follow(["1"], nowMs);
  state.opened((text) => void (asked += text.includes('"unsubscribe"') ? 0 : 1), nowMs);
  return world;
}

const BEFORE = provenFrame();
/** The book of {@linkcode BEFORE} after 7 more shares were offered at 0.65. */
const AFTER = provenFrame({ timestampMs: 2_000, asks: [["0.65", "7"], ["0.6", "9"]] });
const CHANGE = { side: "SELL", level: ["0.65", "7"], best: ["0.4", "0.6"] } as const;

/** That change, with the hash of the book after it. */
function toldChange(hash: string, { timestampMs = 2_000 } = {}) {
  const frame = changeFrame([CHANGE], { timestampMs });
  return { ...frame, price_changes: frame.price_changes.map((item) => ({ ...item, hash })) };
}

describe("a book whose hash can be computed", () => {
  test.each([false, true])("stays while its hash agrees (neg-risk: %p)", (isNegRisk) => {
    const { hear, pass, isKnown, asked } = makeWorld();
    hear(provenFrame({}, { isNegRisk }), toldChange(hashOf(AFTER, "0.5", { isNegRisk })));
    pass(PROOF_MS_MAX);
    pass(PROOF_MS_MAX);
    expect([isKnown(), asked()]).toEqual([true, 1]);
  });

  test("is doubted, and requested anew, where a change of another level was lost", () => {
    const { hear, pass, isKnown, asked, state } = makeWorld();
    const lost = provenFrame({ timestampMs: 2_000, asks: [["0.65", "7"], ["0.6", "8"]] });
    hear(BEFORE, toldChange(lost.hash));
    pass(1);
    pass(PROOF_MS_MAX - 1);
    expect(isKnown()).toBe(true);
    pass(1);
    expect([isKnown(), asked()]).toEqual([false, 2]);
    expect(state.takeDoubt()).toContain("hash");
    hear({ ...lost, timestamp: "2001" });
    expect(isKnown()).toBe(true);
  });

  test.each([
    ["after it", [toldChange(hashOf(AFTER, "0.47")), tradeFrame({ price: "0.47" })]],
    ["before it", [tradeFrame({ price: "0.47" }), toldChange(hashOf(AFTER, "0.47"))]],
    ["though the hash is older", [tradeFrame({ price: "0.47" }), toldChange(AFTER.hash)]],
    [
      "in the other outcome",
      [tradeFrame({ tokenId: "2", price: "0.53" }), toldChange(hashOf(AFTER, "0.47"))],
    ],
  ])("stays where a trade is told %s", (_, frames) => {
    for (const lookMs of [0, 1]) {
      const { hear, pass, isKnown, asked } = makeWorld();
      hear(BEFORE);
      // The trade may be told before the snapshot was looked at.
      if (lookMs > 0) pass(lookMs);
      hear(...frames);
      pass(1);
      pass(PROOF_MS_MAX);
      expect([isKnown(), asked()]).toEqual([true, 1]);
    }
  });

  test("is checked no more once a trade was not told", () => {
    const { hear, pass, isKnown, asked } = makeWorld();
    hear(BEFORE, toldChange(hashOf(AFTER, "0.47")));
    pass(1);
    pass(PROOF_MS_MAX);
    expect(isKnown()).toBe(false);
    hear(provenFrame({ timestampMs: 3_000 }, { lastTradePrice: "0.47" }));
    pass(1);
    hear(toldChange("0".repeat(40), { timestampMs: 4_000 }));
    pass(1);
    pass(PROOF_MS_MAX);
    expect([isKnown(), asked()]).toEqual([true, 2]);
  });

  test(`is doubted ${DOUBTS_MAX} times at most on a connection`, () => {
    const { hear, pass, isKnown, asked, state } = makeWorld();
    const timesMs = Array.from({ length: DOUBTS_MAX + 2 }, (_, at) => 10_000 * (at + 1));
    const run = () => {
      for (const timestampMs of timesMs) {
        hear(provenFrame({ timestampMs }));
        hear(toldChange("0".repeat(40), { timestampMs: timestampMs + 1 }));
        pass(1);
        pass(PROOF_MS_MAX);
      }
    };
    run();
    expect([isKnown(), asked()]).toEqual([true, 1 + DOUBTS_MAX]);
    state.closed();
    state.opened(() => {}, 0);
    hear(BEFORE, toldChange("0".repeat(40)));
    pass(1);
    pass(PROOF_MS_MAX);
    expect(isKnown()).toBe(false);
  });
});

test("a book whose hash cannot be computed is not checked", () => {
  const { hear, pass, isKnown, asked } = makeWorld();
  hear({ ...BEFORE, hash: "0".repeat(40) }, toldChange("1".repeat(40)));
  pass(1);
  pass(PROOF_MS_MAX);
  expect([isKnown(), asked()]).toEqual([true, 1]);
});

test("of many books each is looked at in its turn", () => {
  const state = makeOrderBookState();
  const tokenIds = Array.from({ length: 100 }, (_, at) => `${at}`);
  state.follow(tokenIds, 0);
  state.opened(() => {}, 0);
  for (const tokenId of tokenIds) {
    state.receive(JSON.stringify(provenFrame({ tokenId })), 0);
    const { price_changes: [change], ...frame } = toldChange("0".repeat(40));
    const changes = [{ ...change, asset_id: tokenId }];
    state.receive(JSON.stringify({ ...frame, price_changes: changes }), 0);
  }
  const known = (nowMs: number) => tokenIds.filter((id) => state.knownNow(id, nowMs)).length;
  state.maintain(0);
  expect(known(0)).toBe(100);
  for (let nowMs = 0; nowMs <= 3 * PROOF_MS_MAX; nowMs += 250) state.maintain(nowMs);
  expect(known(3 * PROOF_MS_MAX)).toBe(0);
});
