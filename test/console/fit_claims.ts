/**
 * What a page shows fits into its place: nothing covers its neighbour, and what matters most of a
 * table is seen without moving it sideways.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { enteredPage } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

const PHONE = { width: 360, height: 740 };

/** From where the board is a table to where there is room for all of it in one line. */
const BOARD_WIDTHS_PX = [961, 1024, 1120, 1216, 1217, 1280];

const ORDER_ID = `0x${"a".repeat(64)}`;

/** A refusal in the venue's words, which name the order. */
const REFUSED = {
  id: "1",
  created_at: "2026-11-24T12:00:00.000Z",
  state: "refused",
  order: {
    slug: "btc-updown-5m-1795545900",
    outcome: "Up",
    tokenId: "1",
    side: "SELL",
    amount: 3,
    negRisk: false,
  },
  order_type: "FOK",
  market: "0x1",
  order_id: ORDER_ID,
  filled: null,
  notional_usdc: 3,
  refusal: { reason: "invalid_order", message: `Cannot place the order: order ${ORDER_ID} is bad` },
  why: null,
  latency_s: 0.071,
  idempotency_key: "console-1",
  reconciled: false,
};

/** Declares their tests. */
export function fitClaims({ browser, url }: OpenConsole): void {
  describe("a page", () => {
    test("of the board keeps each window to its cell", async () => {
      const page = await browser.open(`${url}/console`);
      const cells = page.locator("td[data-interval]");
      await cells.locator(".distance small").nth(34).waitFor();
      const found: Array<string> = [];
      for (const width of BOARD_WIDTHS_PX) {
        await page.setViewportSize({ width, height: 800 });
        const over = await cells.evaluateAll((all) =>
          all.filter((cell) => cell.scrollWidth > cell.clientWidth).map(({ textContent }) =>
            textContent
          )
        );
        found.push(...over.map((text) => `${width} px: ${text}`));
      }
      expect(found).toEqual([]);
    });

    test("shows the way past the list of pages to who has a keyboard alone", async () => {
      const page = await browser.open(`${url}/console`);
      await page.getByRole("complementary", { name: "Sandbox" }).waitFor();
      await page.keyboard.press("Tab");
      const uppermost = await page.evaluate<string>(
        `{
        const { x, y, width, height } = document.activeElement.getBoundingClientRect();
        document.elementFromPoint(x + width / 2, y + height / 2).textContent;
      }`,
      );
      expect(uppermost).toBe("Skip to the page");
    });

    test("of a market shows on a phone how windows ended", async () => {
      const page = await browser.open(`${url}/console/market/btc`, { viewport: PHONE });
      await page.getByRole("cell", { name: /up|down/ }).first().waitFor();
      const { shown, needed } = await page.evaluate<{ shown: number; needed: number }>(
        `{
        const table = document.querySelector(".windows");
        // Few windows have one, and those are wider.
        for (const mark of table.querySelectorAll(".mark")) mark.remove();
        ({ shown: table.parentElement.clientWidth, needed: table.parentElement.scrollWidth });
      }`,
      );
      expect(needed).toBe(shown);
    });

    // Each in a test of its own, whose window the next one uses again.
    for (const viewport of [{ width: 1280, height: 800 }, PHONE]) {
      test(`of a wallet ${viewport.width} px wide shows all of an order`, async () => {
        const page = await enteredPage({ browser, url }, { viewport });
        await page.route(/orders\/history/, (route) =>
          route.fulfill({
            json: { ok: true, now: REFUSED.created_at, data: [REFUSED], next_cursor: null },
          }));
        await page.getByRole("link", { name: "Wallets" }).click();
        const took = page.getByRole("cell", { name: "0.071 s" });
        await took.waitFor();
        const sizes = await page.getByRole("region", { name: "History of orders" }).evaluate(
          ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth],
        );
        expect(sizes[0]).toBe(sizes[1] ?? NaN);
      });
    }

    test("of an account shows on a phone how to end each session", async () => {
      await enteredPage({ browser, url });
      const page = await enteredPage({ browser, url }, { viewport: PHONE });
      await page.goto(`${url}/console/account`);
      const end = page.getByRole("button", { name: /^End the session of/ }).first();
      await end.waitFor();
      const box = await end.boundingBox() ?? expect.unreachable();
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
