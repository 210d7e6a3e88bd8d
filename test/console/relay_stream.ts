/** What stands between a page and the stream, and says what the test wants. @module */
import { expect } from "bun:test";
import type { Page, WebSocketRoute } from "playwright-core";

/** Of a window's frame as the stream sends it. */
interface WindowFrame {
  readonly seq: number;
  readonly window: {
    readonly start: number;
    readonly end: number;
    readonly target: { readonly price: number };
    readonly market: { readonly outcomes: ReadonlyArray<object> };
    readonly legs?: ReadonlyArray<object>;
  };
}

/** The leg of another venue as a test wants it, and how far its target is from the first one's. */
interface StagedLeg {
  readonly other: object;
  readonly basis: ReadonlyArray<object>;
}

/** Stands between the pages of a window and the stream. `staged` is what every window has. */
export async function relayStream(page: Page, staged?: StagedLeg) {
  const windows = new Map<string, WindowFrame>();
  /** The latest that came with their legs. */
  const legged = new Map<string, WindowFrame>();
  const sockets: Array<WebSocketRoute> = [];
  let isGone = false;
  await page.routeWebSocket(/\/api\/v1\/stream$/, async (toPage) => {
    if (isGone) return await toPage.close();
    sockets.push(toPage);
    toPage.connectToServer().onMessage((text) => {
      const frame = JSON.parse(String(text));
      if (staged !== undefined && frame.window?.legs !== undefined) {
        Object.assign(frame.window.legs[1], staged.other);
        frame.window.basis = staged.basis;
      }
      if (frame.type === "window" && frame.phase === "open") {
        windows.set(frame.topic, frame);
        if (frame.window.legs !== undefined) legged.set(frame.topic, frame);
      }
      toPage.send(JSON.stringify(frame));
    });
  });
  const latestOf = (topic: string) => windows.get(topic) ?? expect.unreachable();
  const send = (frame: object) => {
    for (const one of sockets) one.send(JSON.stringify(frame));
  };
  /** Sends a window as it opens, `ahead` after the latest one, with these prices of outcomes. */
  const sendOpened = (topic: string, ahead: number, prices: ReadonlyArray<object>) => {
    const latest = latestOf(topic);
    const { start, end, target, market } = latest.window;
    expect(latest.seq).toBe(start);
    const passedSec = ahead * (end - start);
    const window = {
      ...latest.window,
      ...{ start: start + passedSec, end: end + passedSec },
      target: { ...target, price: target.price + 1 },
      market: {
        ...market,
        tick: 0.01,
        outcomes: market.outcomes.map((one, at) => ({ ...one, ...prices[at] })),
      },
    };
    const sent = { ...latest, seq: window.start, window };
    windows.set(topic, sent);
    send(sent);
  };
  return {
    /** Sends the window after the latest one. */
    sendNextWindow: (topic: string) => sendOpened(topic, 1, []),
    /** Sends one that is later, so that no other takes its place meanwhile. */
    sendLaterWindow: (topic: string, ...prices: ReadonlyArray<object>) =>
      sendOpened(topic, 2, prices),
    /** Sends a later window with the legs of the latest one, of which another venue's is so. */
    sendLegs: (topic: string, other: object, basis: ReadonlyArray<object>) => {
      const latest = legged.get(topic) ?? expect.unreachable();
      const { start, end, legs: [own, leg] = [] } = latest.window;
      const passedSec = 2 * (end - start);
      const moved = { start: start + passedSec, end: end + passedSec };
      const window = { ...latest.window, ...moved, legs: [own, { ...leg, ...other }], basis };
      send({ ...latest, seq: window.start, window });
    },
    /** Sends that the latest window closed at its target. */
    sendClosed: (topic: string) => {
      const latest = latestOf(topic);
      const { price } = latest.window.target;
      const close = { price, source: "oracle_twap", at: null };
      send({ ...latest, phase: "closed", window: { ...latest.window, close, outcome: "tie" } });
    },
    /** Whether the stream is gone, for whoever is connected too. */
    setGone: async (is: boolean) => {
      isGone = is;
      if (is) await Promise.all(sockets.map((one) => one.close()));
    },
  };
}
