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
  };
}

/** Stands between the pages of a window and the stream. */
export async function relayStream(page: Page) {
  const windows = new Map<string, WindowFrame>();
  const sockets: Array<WebSocketRoute> = [];
  let isGone = false;
  await page.routeWebSocket(/\/api\/v1\/stream$/, async (toPage) => {
    if (isGone) return await toPage.close();
    sockets.push(toPage);
    toPage.connectToServer().onMessage((text) => {
      const frame = JSON.parse(String(text));
      if (frame.type === "window" && frame.phase === "open") windows.set(frame.topic, frame);
      toPage.send(text);
    });
  });
  return {
    /**
     * Sends a window as it opens, with these prices of its outcomes: later than the next one, so
     * that no other takes its place meanwhile.
     */
    sendLaterWindow: (topic: string, ...prices: ReadonlyArray<object>) => {
      const latest = windows.get(topic) ?? expect.unreachable();
      const { start, end, target, market } = latest.window;
      expect(latest.seq).toBe(start);
      const [later, lengthSec] = [2 * end - start, end - start];
      const window = {
        ...latest.window,
        ...{ start: later, end: later + lengthSec, target: { ...target, price: target.price + 1 } },
        market: {
          ...market,
          tick: 0.01,
          outcomes: market.outcomes.map((one, at) => ({ ...one, ...prices[at] })),
        },
      };
      const sent = { ...latest, seq: later, window };
      windows.set(topic, sent);
      for (const one of sockets) one.send(JSON.stringify(sent));
    },
    /** Whether the stream is gone, for whoever is connected too. */
    setGone: async (is: boolean) => {
      isGone = is;
      if (is) await Promise.all(sockets.map((one) => one.close()));
    },
  };
}
