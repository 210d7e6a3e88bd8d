import { describe, expect, test } from "bun:test";
import {
  BOOK_MS_MAX,
  FOLLOW_MS,
  QUIET_MS_MAX,
  TOKENS_MAX,
} from "../../../../adapters/polymarket/book/book_subscriptions.ts";
import { LIFE_MS_MAX } from "../../../../adapters/polymarket/book/followed_tokens.ts";
import { makeOrderBookState } from "../../../../adapters/polymarket/book/order_book_state.ts";
import { bookFrame, changeFrame, tickFrame } from "./book_frames.ts";

/** A connection whose end is here, at a time that tests move. */
function makeWorld() {
  const said: Array<{ operation?: string; assets_ids: ReadonlyArray<string> }> = [];
  const changed: Array<string> = [];
  const state = makeOrderBookState((tokenIds) => void changed.push(...tokenIds));
  let nowMs = 0;
  return {
    state,
    said: () => said.splice(0).map((s) => `${s.operation ?? "begin"} ${s.assets_ids}`),
    /** The tokens that changed since the last time. */
    changed: () => changed.splice(0).join(),
    pass: (ms: number) => void (nowMs += ms),
    open: () => state.opened((text) => void said.push(JSON.parse(text)), nowMs),
    hold: (...tokenIds: ReadonlyArray<string>) => state.hold(tokenIds, nowMs),
    follow: (...tokenIds: ReadonlyArray<string>) => state.follow(tokenIds, nowMs),
    hear: (frame: unknown) => state.receive(JSON.stringify(frame), nowMs),
    tend: () => state.maintain(nowMs),
    touchMs: (tokenId = "1") => state.knownNow(tokenId, nowMs)?.touchMs,
  };
}

describe("held tokens", () => {
  test("are followed for as long as they are held, and changed on the open connection", () => {
    const { state, said, open, hold, hear, pass, tend } = makeWorld();
    hold("1", "2");
    open();
    expect(said()).toEqual(["begin 1,2"]);
    hold("2", "3");
    expect(said()).toEqual(["unsubscribe 1", "subscribe 3"]);
    for (let ms = 0; ms < FOLLOW_MS; ms += BOOK_MS_MAX) {
      pass(BOOK_MS_MAX);
      hear([bookFrame({ tokenId: "2" }), bookFrame({ tokenId: "3" })]);
      tend();
    }
    expect(said()).toEqual([]);
    hold();
    expect(said()).toEqual(["unsubscribe 2,3"]);
    expect(state.isIdle()).toBe(true);
  });

  test("that were requested too are followed until both are over", () => {
    const { said, open, hold, follow, pass, tend, hear } = makeWorld();
    open();
    hold("1");
    follow("1", "2");
    said();
    hold();
    expect(said()).toEqual([]);
    hold("2");
    pass(FOLLOW_MS);
    hear(bookFrame({ tokenId: "2" }));
    tend();
    expect(said()).toEqual(["unsubscribe 1"]);
  });

  test("do not go for others, however many are requested", () => {
    const { said, open, hold, follow } = makeWorld();
    open();
    hold("held");
    follow(...Array.from({ length: TOKENS_MAX + 5 }, (_, at) => `${at}`));
    const gone = said().filter((text) => text.startsWith("unsubscribe"));
    expect(gone.join()).not.toContain("held");
    follow("last");
    expect(said()).toEqual(["unsubscribe 6", "subscribe last"]);
  });
});

describe("the changes of held tokens", () => {
  test("are told with each frame, of no other tokens", () => {
    const { open, hold, follow, hear, changed } = makeWorld();
    hold("1", "2");
    follow("3");
    open();
    hear([bookFrame(), bookFrame({ tokenId: "3" })]);
    // The first frame shows that the connection lives.
    expect(changed()).toBe("1,2");
    hear(changeFrame([{ level: ["0.41", "7"] }, { tokenId: "3", level: ["0.41", "7"] }]));
    expect(changed()).toBe("1");
    hear({ event_type: "new_market" });
    expect(changed()).toBe("");
    hear(tickFrame("2"));
    // Of the other outcome too, but that has no book yet.
    expect(changed()).toBe("1");
  });

  test("are told where a book is none for its age, its connection or its market's end", () => {
    const { state, open, hold, hear, pass, tend, changed } = makeWorld();
    hold("1", "2");
    open();
    hear([bookFrame(), bookFrame({ tokenId: "2" })]);
    changed();
    pass(LIFE_MS_MAX);
    tend();
    expect(changed()).toBe("1,2");
    tend();
    expect(changed()).toBe("");
    state.receive("PONG", LIFE_MS_MAX);
    expect(changed()).toBe("1,2");
    pass(QUIET_MS_MAX - LIFE_MS_MAX);
    hear(bookFrame({ tokenId: "2" }));
    changed();
    tend();
    expect(changed()).toBe("1");
    hear({ event_type: "market_resolved", assets_ids: ["1"] });
    expect(changed()).toBe("1");
    state.closed();
    expect(changed()).toBe("2");
  });

  test("say since when the best levels are the best", () => {
    const { open, hold, hear, touchMs } = makeWorld();
    hold("1");
    open();
    hear(bookFrame({ timestampMs: 1_000 }));
    expect(touchMs()).toBe(1_000);
    hear(changeFrame([{ level: ["0.39", "31"] }], { timestampMs: 2_000 }));
    expect(touchMs()).toBe(1_000);
    hear(changeFrame([{ level: ["0.4", "31"] }], { timestampMs: 3_000 }));
    expect(touchMs()).toBe(3_000);
    hear(changeFrame([{ side: "SELL", level: ["0.59", "1"] }], { timestampMs: 4_000 }));
    expect(touchMs()).toBe(4_000);
    hear(bookFrame({
      timestampMs: 5_000,
      bids: [["0.4", "31"]],
      asks: [["0.8", "1"], ["0.59", "1"]],
    }));
    expect(touchMs()).toBe(4_000);
  });
});
