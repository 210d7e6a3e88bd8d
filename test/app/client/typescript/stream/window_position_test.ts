import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  positionOnConnect,
  sinceOf,
  type TopicPosition,
} from "../../../../../app/client/typescript/stream/topic_position.ts";
import type {
  QuoteFrame,
  WindowFrame,
  WindowPhase,
} from "../../../../../app/client/typescript/stream/window_frame.ts";
import { takeWindow } from "../../../../../app/client/typescript/stream/window_position.ts";
import { legged, LENGTH_SEC, quoteFrame, windowFrame } from "./window_frames.ts";

const FIRST_SEC = 1_767_225_600;
const startOf = (index: number) => FIRST_SEC + index * LENGTH_SEC;

/** A bot that follows one series. */
function makeBot(since?: number) {
  let position: TopicPosition = { seq: since };
  const got: Array<WindowFrame | QuoteFrame> = [];
  return {
    got,
    connect: (nowSec: number) => {
      position = positionOnConnect(position, nowSec * 1000);
      return sinceOf(position, LENGTH_SEC);
    },
    take: (frame: WindowFrame | QuoteFrame) => {
      const [next, news] = takeWindow(position, frame);
      position = next;
      if (news) got.push(news);
    },
    awaited: () => position.awaited?.size ?? 0,
  };
}

const tale = (frames: ReadonlyArray<WindowFrame | QuoteFrame>) =>
  frames.map((frame) =>
    frame.type === "quote" ? `quote ${frame.start}` : `${frame.phase} ${frame.seq}`
  );

/** A service at an instant: a window closes some seconds after its end, and is resolved later. */
function phaseAt(
  index: number,
  nowSec: number,
): readonly [phase: WindowPhase, isResolved: boolean] {
  const endSec = startOf(index) + LENGTH_SEC;
  if (nowSec < startOf(index)) return ["next", false];
  return nowSec < endSec + 5 ? ["open", false] : ["closed", nowSec >= endSec + 90];
}

describe("a bot that follows windows", () => {
  const instants = fc.array(
    fc.record({ stepSec: fc.integer({ min: 1, max: 700 }), isCut: fc.boolean() }),
    { minLength: 1, maxLength: 30 },
  );

  test("sees each window close once and resolve once, whenever the connection breaks", () => {
    fc.assert(fc.property(instants, fc.boolean(), (steps, isBehind) => {
      const bot = makeBot();
      let nowSec = FIRST_SEC + 10;
      let told = new Map<number, string>();
      let firstIndex = 0;
      const tell = (index: number) => {
        const [phase, isResolved] = phaseAt(index, nowSec);
        const key = `${phase} ${isResolved}`;
        if (told.get(index) === key) return;
        told.set(index, key);
        bot.take(windowFrame(startOf(index), phase, isResolved));
      };
      const openIndex = () => Math.floor((nowSec - FIRST_SEC) / LENGTH_SEC);
      const connect = () => {
        const since = bot.connect(nowSec);
        firstIndex = since === undefined
          ? openIndex()
          : Math.floor((since - FIRST_SEC) / LENGTH_SEC) + 1;
        told = new Map();
        for (let index = firstIndex; index <= openIndex(); index++) tell(index);
      };
      connect();
      for (const { stepSec, isCut } of [...steps, { stepSec: 1_000, isCut: isBehind }]) {
        nowSec += stepSec;
        if (isCut) connect();
        // A replica that is behind tells again what the bot has already.
        if (isBehind) bot.take(windowFrame(startOf(0), "open"));
        for (let index = firstIndex; index <= openIndex(); index++) tell(index);
      }
      const closed = bot.got.filter((frame) => frame.type === "window" && frame.phase === "closed");
      for (let index = 0; phaseAt(index, nowSec)[1]; index++) {
        const own = closed.filter((one) => one.type === "window" && one.seq === startOf(index));
        const resolved = own.filter((one) => one.type === "window" && one.window.resolution);
        expect([own.length <= 2, resolved.length]).toEqual([true, 1]);
        expect(own.length - resolved.length).toBeLessThanOrEqual(1);
      }
      expect(tale(bot.got).lastIndexOf(`open ${startOf(0)}`))
        .toBeLessThanOrEqual(Math.max(0, tale(bot.got).indexOf(`closed ${startOf(0)}`)));
    }));
  });

  test("begins with the open window, and goes on after the last that it saw close", () => {
    const bot = makeBot();
    expect(bot.connect(FIRST_SEC + 10)).toBeUndefined();
    bot.take(windowFrame(startOf(0), "open"));
    bot.take(windowFrame(startOf(1), "next"));
    // The close of the open window would be missed otherwise.
    expect(bot.connect(FIRST_SEC + 290)).toBe(startOf(0) - 1);
    bot.take(windowFrame(startOf(0), "closed", true));
    expect(bot.connect(FIRST_SEC + 310)).toBe(startOf(0));
    bot.take(windowFrame(startOf(1), "closed", true));
    expect(bot.connect(FIRST_SEC + 610)).toBe(startOf(1));
    expect(makeBot(startOf(3)).connect(startOf(9))).toBe(startOf(3));
  });

  test("gets nothing that was over before it began", () => {
    const bot = makeBot();
    bot.connect(startOf(5) + 10);
    expect(bot.connect(startOf(5) + 20)).toBe(startOf(4) + 10);
    bot.take(windowFrame(startOf(4), "closed"));
    bot.take(windowFrame(startOf(5), "open"));
    expect(tale(bot.got)).toEqual([`open ${startOf(5)}`]);
  });

  test("gets prices of open windows alone", () => {
    const bot = makeBot();
    const quote = (index: number) => quoteFrame(startOf(index), { bid: 0.5, ask: 0.51 });
    bot.connect(FIRST_SEC);
    bot.take(quote(0));
    bot.take(windowFrame(startOf(0), "open"));
    bot.take(windowFrame(startOf(1), "next"));
    bot.take(quote(1));
    bot.take(quote(0));
    bot.take(windowFrame(startOf(0), "closed"));
    bot.take(quote(0));
    expect(tale(bot.got).filter((text) => text.startsWith("quote")))
      .toEqual([`quote ${startOf(0)}`]);
  });

  test("does not go back to an earlier phase, as a replica that is behind has it", () => {
    const bot = makeBot();
    bot.connect(FIRST_SEC);
    for (const phase of ["open", "next", "closed", "open", "closed"] as const) {
      bot.take(windowFrame(startOf(0), phase));
    }
    for (const phase of ["closed", "closed", "open"] as const) {
      bot.take(windowFrame(startOf(0), phase, true));
    }
    expect(tale(bot.got)).toEqual([
      `open ${startOf(0)}`,
      `closed ${startOf(0)}`,
      `closed ${startOf(0)}`,
    ]);
  });

  test("sees each change of its legs, until the results of all of them stand", () => {
    const bot = makeBot();
    bot.connect(FIRST_SEC);
    const take = (index: number, isResolved: boolean, state: "closed" | "final" | "amended") => {
      const frame = windowFrame(startOf(index), "closed", isResolved);
      const { length } = bot.got;
      bot.take(legged(frame, { outcome_state: state }));
      return bot.got.length > length;
    };
    expect([take(0, false, "closed"), take(0, false, "closed")]).toEqual([true, false]);
    expect([take(0, true, "closed"), bot.connect(startOf(1))]).toEqual([true, startOf(0) - 1]);
    // As the replay repeats it, and as a replica that is behind has it.
    expect([take(0, true, "closed"), take(0, false, "final")]).toEqual([false, false]);
    expect([take(0, true, "final"), bot.connect(startOf(1))]).toEqual([true, startOf(0)]);
    expect(take(0, true, "amended")).toBe(false);
    expect([take(1, false, "final"), take(1, false, "amended")]).toEqual([true, true]);
    expect([take(1, true, "amended"), bot.awaited()]).toEqual([true, 0]);
  });

  test("awaits the last dozen of windows that nobody resolves, and no more", () => {
    const bot = makeBot();
    bot.connect(FIRST_SEC);
    for (let index = 0; index < 40; index++) bot.take(windowFrame(startOf(index), "closed"));
    expect(bot.awaited()).toBe(12);
    expect(bot.connect(startOf(40))).toBe(startOf(28) - 1);
  });
});
