/** An order from the console to the venue, and the end of one that rests there. @module */
import { describe, expect, test } from "bun:test";
import { previewOrder, RESTING, stageOpenOrders, walletPage } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

/** Declares their tests. */
export function tradingClaims({ browser, url, said }: OpenConsole): void {
  describe("the page of wallets", () => {
    test("places an order and shows it, and cancels all that rest", async () => {
      const page = await walletPage({ browser, url });
      await page.getByText("No order rests at the venue.").waitFor();

      await previewOrder(page, "7");
      await page.getByRole("dialog").getByRole("button", { name: "Place the order" }).click();
      await page.getByRole("dialog").waitFor({ state: "detached" });
      const history = page.locator("section").filter({
        has: page.getByRole("heading", { name: "History" }),
      });
      await history.getByRole("table").getByText("matched").waitFor();
      const fills = page.getByRole("region", { name: "Fills of orders" });
      await fills.getByText(/^(matched|mined|confirmed)$/).waitFor();
      const key = said(/API key +(sk_\S+)/);
      const walletId = said(/wallet +(\S+)/);
      const path = `/api/v1/orders/history?walletId=${walletId}`;
      const answer = await fetch(`${url}${path}`, { headers: { "x-api-key": key } });
      const { data } = await answer.json() as { readonly data: ReadonlyArray<unknown> };
      expect(data).toHaveLength(1);
      expect(data[0]).toMatchObject({ state: "matched", order: { amount: 7, side: "BUY" } });

      await stageOpenOrders(page, () => [RESTING]);
      await page.reload();
      await page.getByRole("button", { name: /^Cancel all/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/1 open order/).first().waitFor();
      const sent = page.waitForRequest((request) => request.method() === "DELETE");
      await dialog.getByRole("button", { name: /^Cancel/ }).click();
      expect(new URL((await sent).url()).search).toBe(`?walletId=${walletId}`);
      await dialog.waitFor({ state: "detached" });
      expect(browser.takeFaults()).toEqual([]);
    });

    test("places an order that rests, replaces it, and cancels that one", async () => {
      const page = await walletPage({ browser, url });
      await page.getByLabel("Kind").selectOption({ label: "Limit order" });
      await page.getByLabel("Price, USDC a share").fill("0.02");
      await page.getByLabel("Size, shares").fill("50");
      await page.getByText("Never trade at once").click();
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByRole("button", { name: "Place…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: "Place the order" }).click();
      await dialog.waitFor({ state: "detached" });
      const open = page.locator("section").filter({
        has: page.getByRole("heading", { name: "Open orders" }),
      });
      const row = (price: string) => open.getByRole("row").filter({ hasText: price });
      await row("0.02").getByText("GTC").waitFor();

      await row("0.02").getByRole("button", { name: "Replace" }).click();
      const terms = page.locator("form").filter({ hasText: "New terms" });
      await terms.getByLabel("Price").fill("0.03");
      await terms.getByRole("button", { name: "Replace" }).click();
      await dialog.getByRole("button", { name: "Replace it" }).click();
      await page.getByRole("status").getByText("Replaced.").waitFor();
      await row("0.03").waitFor();
      await row("0.02").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Hide this" }).click();

      await row("0.03").getByRole("button", { name: "Cancel" }).click();
      await dialog.getByRole("button", { name: "Cancel it" }).click();
      await dialog.waitFor({ state: "detached" });
      await row("0.03").waitFor({ state: "detached" });
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
