/**
 * What a page shows fits into its place: nothing covers its neighbour, and what matters most of a
 * table is seen without moving it sideways.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { openSandbox } from "../app/open_sandbox.ts";
import { withReason } from "../skip_reason.ts";
import { NO_BROWSER, startBrowser } from "./browser.ts";
import { enterDemo } from "./reader.ts";

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

const opened = NO_BROWSER === undefined
  ? { browser: await startBrowser(), url: (await openSandbox()).url }
  : undefined;

describe.skipIf(NO_BROWSER !== undefined)(withReason("a page", NO_BROWSER), () => {
  test("of the board keeps each window to its cell", async () => {
    const { browser, url } = opened ?? expect.unreachable();
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
    const { browser, url } = opened ?? expect.unreachable();
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
    const { browser, url } = opened ?? expect.unreachable();
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
      const { browser, url } = opened ?? expect.unreachable();
      const page = await browser.open(`${url}/console/sign-in`, { viewport });
      await enterDemo(page);
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
    const { browser, url } = opened ?? expect.unreachable();
    const other = await browser.open(`${url}/console/sign-in`);
    await enterDemo(other);
    const page = await browser.open(`${url}/console/sign-in`, { viewport: PHONE });
    await enterDemo(page);
    await page.goto(`${url}/console/account`);
    const end = page.getByRole("button", { name: /^End the session of/ }).first();
    await end.waitFor();
    const box = await end.boundingBox() ?? expect.unreachable();
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    expect(browser.takeFaults()).toEqual([]);
  });
});
