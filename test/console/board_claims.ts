/** The board and a market's page in a real browser, on the service's stream. @module */
import { describe, expect, test } from "bun:test";
import type { Page, WebSocketRoute } from "playwright-core";
import type { OpenConsole } from "./open_console.ts";

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
async function relayStream(page: Page) {
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
     * Sends a window as it opens, with these prices of Up: later than the next one, so that no
     * other takes its place meanwhile.
     */
    sendLaterWindow: (topic: string, prices: object) => {
      const latest = windows.get(topic) ?? expect.unreachable();
      const { start, end, target, market } = latest.window;
      expect(latest.seq).toBe(start);
      const [later, lengthSec] = [2 * end - start, end - start];
      const window = {
        ...latest.window,
        ...{ start: later, end: later + lengthSec, target: { ...target, price: target.price + 1 } },
        market: {
          ...market,
          outcomes: market.outcomes.map((one, at) => at === 0 ? { ...one, ...prices } : one),
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

/** Declares their tests. */
export function boardClaims({ browser, url }: OpenConsole): void {
  describe("the board", () => {
    test("shows a window open live, and says when the service is gone", async () => {
      const page = await browser.open("about:blank");
      const stream = await relayStream(page);
      await page.goto(`${url}/console`);
      await page.getByRole("heading", { level: 1, name: "Markets" }).waitFor();
      expect(await page.getByRole("complementary").textContent()).toMatch(/Sandbox.*speed 1/);
      const cell = page.getByRole("row", { name: /^BTC/ }).locator('[data-interval="5min"]');
      const target = cell.locator(".window .target .number");
      await target.waitFor();
      const first = await target.getAttribute("title");
      expect(first).toMatch(/^[\d,.]+ since \d\d:\d\d UTC$/);
      stream.sendLaterWindow("windows:btc:5min", { best_bid: 0.4, best_ask: 0.47 });
      await cell.locator(`[title="${first}"]`).waitFor({ state: "detached" });
      expect(await target.getAttribute("title")).toMatch(/^[\d,.]+ since \d\d:\d\d UTC$/);
      // Its middle is the chance that the market gives; one price alone has none.
      expect(await cell.locator(".chance").textContent()).toBe("Up 43.5\u00a0%");
      stream.sendLaterWindow("windows:btc:5min", { best_bid: null, best_ask: 0.47 });
      await cell.locator(".chance").getByText("-").waitFor();

      await page.getByRole("link", { name: "ETH" }).click();
      await page.getByRole("heading", { level: 1, name: /^ETH/ }).waitFor();
      await page.locator("canvas").first().waitFor();
      expect(page.url()).toEndWith("/console/market/eth");
      await page.getByRole("table").getByRole("button").nth(2).click();
      await page.getByText("eth-updown-5m-").first().waitFor();

      // Signing in leads back to the window that is open.
      const address = page.url();
      await page.getByRole("link", { name: "Sign in" }).click();
      await page.getByRole("button", { name: "Enter the demo account" }).click();
      await page.getByRole("heading", { level: 1, name: /^ETH/ }).waitFor();
      expect(page.url()).toBe(address);
      expect(address).toMatch(/window=\d+$/);

      await page.goBack();
      await page.getByText("stream connected").waitFor();
      expect(browser.takeFaults()).toEqual([]);
      await stream.setGone(true);
      await page.getByText("stream connected").waitFor({ state: "detached" });
      // The next page of this window is another test's.
      await stream.setGone(false);
    });
  });
}
