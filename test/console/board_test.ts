/**
 * The board and a market's page in a real browser, while half a minute passes in a second.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import { openSandbox } from "../app/open_sandbox.ts";
import { withReason } from "../skip_reason.ts";
import { NO_BROWSER, startBrowser } from "./browser.ts";

const opened = NO_BROWSER === undefined ? await startBrowser() : undefined;

describe.skipIf(NO_BROWSER !== undefined)(withReason("the board", NO_BROWSER), () => {
  test("shows a window open live, and says when the service is gone", async () => {
    const browser = opened ?? expect.unreachable();
    // Before the fast world starts, whose work would go on meanwhile.
    const page = await browser.open("about:blank");
    const sandbox = await openSandbox({ SANDBOX_SPEED: "30" });
    await page.goto(`${sandbox.url}/console`);
    await page.getByRole("heading", { level: 1, name: "Markets" }).waitFor();
    expect(await page.getByRole("complementary").textContent()).toMatch(/Sandbox.*speed 30/);
    const cell = page.getByRole("row", { name: /^BTC/ }).locator('[data-interval="5min"]');
    const target = cell.locator(".window > .number").first();
    await target.waitFor();
    const first = await target.getAttribute("title");
    expect(first).toMatch(/^[\d,.]+ since \d\d:\d\d UTC$/);
    // Between two windows the cell waits for the next target. A longer window that begins at the
    // same instant has the same target in a cell of its own, and keeps it for longer.
    await cell.locator(`[title^="${first}"]`).first().waitFor({ state: "detached" });
    await target.waitFor();
    expect(await target.getAttribute("title")).not.toBe(first);

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
    await sandbox.stop();
    await page.getByText("stream connected").waitFor({ state: "detached" });
  });
});
