/** What a wallet has, can claim and has made, in a real browser. @module */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { seriousFaults } from "./accessibility.ts";
import type { OpenConsole } from "./open_console.ts";
import { enteredPage } from "./reader.ts";
import { HELD, stagePositions } from "./staged_positions.ts";

const PHONE = { width: 360, height: 740 };
/** The texts of a table's cells, row by row. */
async function rowsOf(page: Page, name: string): Promise<ReadonlyArray<ReadonlyArray<string>>> {
  const rows = page.getByRole("table", { name }).locator("tbody tr");
  await rows.first().waitFor();
  return await Promise.all(
    (await rows.all()).map((row) => row.locator("th, td").allInnerTexts()),
  );
}

/** The console of a browser names each answer that is an error: that one is wanted. */
const EXPECTED = /the server responded with a status of 503/;

/** Declares their tests. */
export function positionClaims(opened: OpenConsole): void {
  const { browser, url, said } = opened;
  describe("the page of positions", () => {
    test("shows what was bought, leads to its market, and gives profit as a file", async () => {
      const headers = { "x-api-key": said(/API key +(sk_\S+)/) };
      const walletId = said(/wallet +(\S+)/);
      const windows = await fetch(`${url}/api/v1/windows/active?asset=eth&interval=daily`);
      const { data: [window] } = await windows.json() as {
        readonly data: ReadonlyArray<{ readonly slug: string; readonly start: number }>;
      };
      const { slug, start } = window ?? expect.unreachable();
      const bought = await fetch(`${url}/api/v1/simpleOrders/easyMarketOrder`, {
        method: "POST",
        headers: {
          ...headers,
          ...{ "content-type": "application/json", "idempotency-key": "a-position" },
        },
        // It is filled though the book moves on the way.
        body: JSON.stringify({
          ...{ walletId, slug, outcome: "Up", side: "BUY", amount: 5, limitPrice: 0.99 },
        }),
      });
      const { filled: { shares } } = await bought.json() as {
        readonly filled: { readonly shares: number };
      };

      const page = await enteredPage(opened);
      await page.getByRole("link", { name: "Wallets" }).click();
      await page.getByRole("link", { name: "Positions and profit" }).click();
      await page.getByRole("heading", { level: 1, name: "Positions" }).waitFor();
      expect(page.url()).toEndWith(`/console/positions/${walletId}`);
      const row = page.getByRole("table", { name: "Open positions" }).getByRole("row")
        .filter({ hasText: slug });
      await row.getByText(String(shares)).first().waitFor();

      await page.getByLabel("By", { exact: true }).selectOption("series");
      await page.getByRole("table", { name: "Profit by series" }).getByText("eth:daily").waitFor();
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "CSV" }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toBe("profit-by-series.csv");
      const lines = (await Bun.file(await file.path()).text()).split("\r\n");
      expect(lines[0]).toBe("key,realized_usdc,fees_usdc,claimed_usdc,volume_usdc,trades");
      expect(lines).toContainEqual(expect.stringMatching(/^eth:daily,/));

      await row.getByRole("link", { name: slug }).click();
      await page.getByRole("heading", { level: 1, name: /^ETH/ }).waitFor();
      expect(page.url()).toEndWith(`/market/eth?interval=daily&window=${start}`);
      expect(browser.takeFaults()).toEqual([]);
    });

    test("says what is certain and what is not, and what differs at the venue", async () => {
      const page = await enteredPage(opened);
      await stagePositions(page);
      await page.getByRole("link", { name: "Positions" }).click();
      const name = `${HELD.slug}\n2026-11-27 16:00 UTC`;
      expect(await rowsOf(page, "Open positions")).toEqual([
        [
          ...[name, "Up", "13.157894", "0.38", "0.61", "8.03", "+3.03", "✓ agrees"],
          `Split or merge\nUp in ${HELD.slug}`,
        ],
        [
          ...[name, "Down", "13.157894\n5 settled", "0.38", "0.61", "8.03", "+3.03"],
          "differs\n13.157894 here, 12.5 there",
          `Split or merge\nDown in ${HELD.slug}`,
        ],
        [
          ...["0x1111…1111", "not known", "13.157894", "not certain", "not certain"],
          ...["not certain", "not certain", "index is behind", ""],
        ],
      ]);
      const figures = page.locator(".sums > div");
      expect(await figures.allInnerTexts()).toEqual([
        "Open, at best bids\n16.05\n2 positions, 1 more not certain",
        "Can be claimed\n13.16\n1 position",
        "Realized today\n−2.25\nbefore 0.50 of fees",
        "Realized, all time\n+10.25\nbefore 1.00 of fees",
      ]);
      const largest = await page.evaluate<string>(`{
        const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
        [...document.querySelectorAll("main *")].sort((a, b) => sizeOf(b) - sizeOf(a))[0].className;
      }`);
      expect(largest).toBe("figure");
      await page.getByRole("img", { name: "Realized, in USDC, added up by day" }).waitFor();
      await page.getByText("10.25 USDC on 2026-11-27, highest 12.50 on 2026-11-25").last()
        .waitFor();
      // What can be claimed comes first.
      expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
        "Value and profit, USDC",
        "To claim",
        "Positions",
        "Claims",
        "Profit",
      ]);
      expect(await rowsOf(page, "Positions to claim")).toEqual([
        [
          ...[name, "Up", "13.157894", "0.38", "1", "13.16", "+3.03", "✓ agrees"],
          `Claim\nUp in ${HELD.slug}`,
        ],
      ]);
      expect(await seriousFaults(page)).toEqual([]);
      expect(browser.takeFaults()).toEqual([]);
    });

    test("keeps in its address which positions and which profit it shows", async () => {
      const page = await enteredPage(opened);
      const asked = await stagePositions(page);
      await page.getByRole("link", { name: "Positions" }).click();
      await page.getByLabel("Show", { exact: true }).selectOption("lost");
      await page.getByLabel("By", { exact: true }).selectOption("series");
      const lost = [`${HELD.slug}\n2026-11-27 16:00 UTC`, "Up", "13.157894", "−5.00", "0.22"];
      const made = ["btc:5min", "not certain", "0.50", "0.00", "25.00", "2"];
      const check = async () => {
        expect(await rowsOf(page, "Past positions")).toEqual([[...lost, "index is behind"]]);
        expect(await rowsOf(page, "Profit by series")).toEqual([made]);
      };
      await check();
      expect(new Set(asked)).toEqual(new Set(["open,claimable", "lost"]));
      await page.reload();
      await check();
      expect(browser.takeFaults()).toEqual([]);
    });

    test("shows all of a position on a phone", async () => {
      const page = await enteredPage(opened, { viewport: PHONE });
      await stagePositions(page);
      await page.getByRole("link", { name: "Positions" }).click();
      const names = ["Positions to claim", "Open positions", "Profit by day"];
      for (const name of names) {
        const sizes = await page.getByRole("region", { name }).evaluate(
          ({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth],
        );
        expect([name, sizes[0]]).toEqual([name, sizes[1]]);
      }
      expect(browser.takeFaults()).toEqual([]);
    });

    test("says that it is not known yet how markets were resolved, and asks again", async () => {
      const page = await enteredPage(opened);
      await stagePositions(page);
      const error = "Cannot say yet how 2 markets of this wallet were resolved";
      await page.route(
        /\/api\/v1\/positions\?/,
        (route) => route.fulfill({ status: 503, json: { error, code: "unavailable" } }),
        { times: 1 },
      );
      await page.getByRole("link", { name: "Positions" }).click();
      await page.getByRole("alert").getByText(error).waitFor();
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByRole("table", { name: "Open positions" }).waitFor();
      expect(await page.getByRole("alert").count()).toBe(0);
      expect(browser.takeFaults(EXPECTED)).toEqual([]);
    });

    test("asks again when windows roll over, and once for prices that are missing", async () => {
      const page = await enteredPage(opened);
      let price: number | null = null;
      const asked = await stagePositions(page, { positions: () => [{ ...HELD, price }] });
      // Nothing is asked for only because it was asked for before.
      await page.evaluate(`{
        const set = setTimeout;
        globalThis.setTimeout = (run, ms, ...rest) => ms >= 10_000 ? 0 : set(run, ms, ...rest);
      }`);
      await page.getByRole("link", { name: "Positions" }).click();
      const row = page.getByRole("table", { name: "Open positions" }).locator("tbody tr");
      await row.getByText("not certain").waitFor();
      price = 0.61;
      await row.getByText("0.61").waitFor();
      expect(asked).toEqual(["open,claimable", "open,claimable"]);
      price = 0.62;
      await page.evaluate(`{
        const now = performance.now.bind(performance);
        performance.now = () => now() + 300_000;
      }`);
      await row.getByText("0.62").waitFor();
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
