/** The board and a market's page in a real browser, on the service's stream. @module */
import { describe, expect, test } from "bun:test";
import type { OpenConsole } from "./open_console.ts";
import { relayStream } from "./relay_stream.ts";

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
      await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
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
