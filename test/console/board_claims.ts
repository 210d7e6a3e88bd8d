/** The board and a market's page in a real browser, on the service's stream. @module */
import { describe, expect, test } from "bun:test";
import type { Page, WebSocketRoute } from "playwright-core";
import type { OpenConsole } from "./open_console.ts";

/** A target as the stream sends it. */
interface Target {
  readonly seq: number;
  readonly windowStart: number;
  readonly windowEnd: number;
  readonly price: number;
}

/** Stands between the pages of a window and the stream. */
async function relayStream(page: Page) {
  const targets = new Map<string, Target>();
  const sockets: Array<WebSocketRoute> = [];
  let isGone = false;
  await page.routeWebSocket(/\/api\/v1\/stream$/, async (toPage) => {
    if (isGone) return await toPage.close();
    sockets.push(toPage);
    toPage.connectToServer().onMessage((text) => {
      const frame = JSON.parse(String(text));
      if (frame.type === "target") targets.set(frame.topic, frame);
      toPage.send(text);
    });
  });
  return {
    /** Sends the target of the window after the latest one. */
    sendNextTarget: (topic: string) => {
      const latest = targets.get(topic) ?? expect.unreachable();
      const { seq, windowStart, windowEnd, price } = latest;
      const next = { seq: windowEnd, windowStart: windowEnd, price: price + 1 };
      expect(seq).toBe(windowStart);
      const ends = { windowEnd: 2 * windowEnd - windowStart };
      for (const one of sockets) one.send(JSON.stringify({ ...latest, ...next, ...ends }));
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
      const target = cell.locator(".window > .number").first();
      await target.waitFor();
      const first = await target.getAttribute("title");
      expect(first).toMatch(/^[\d,.]+ since \d\d:\d\d UTC$/);
      stream.sendNextTarget("targets:btc:5min");
      await cell.locator(`[title="${first}"]`).waitFor({ state: "detached" });
      expect(await target.getAttribute("title")).toMatch(/^[\d,.]+ since \d\d:\d\d UTC$/);

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
