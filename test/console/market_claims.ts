/** The page of a market: prices, how windows ended, the ticket and the reader's orders. @module */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import type { OpenConsole } from "./open_console.ts";
import { drawnTexts, enteredPage, openAccount } from "./reader.ts";
import { relayStream } from "./relay_stream.ts";

const SERIES = "windows:btc:5min";
const PATH = "/console/market/btc?interval=5min";

/** What the order book would give for an order, and its worst price. */
const previewOf = (order: object) => ({
  ok: true,
  status: "preview",
  order: { ...order, tokenId: "1", negRisk: false },
  quote: { shares: 9, usdc: 5, averagePrice: 0.555556, worstPrice: 0.57, levels: 2 },
  fee: null,
});

/** Answers previews of orders, and refuses what is placed. Returns what was asked to be placed. */
async function stageOrders(page: Page) {
  const placed: Array<Readonly<Record<string, unknown>>> = [];
  await page.route(/easyMarketOrder/, async (route) => {
    const { dryRun, ...body } = route.request().postDataJSON();
    if (dryRun === true) return await route.fulfill({ json: previewOf(body) });
    placed.push(body);
    await route.fulfill({ status: 400, json: { error: "Cannot place it now", code: "x" } });
  });
  return placed;
}

/** The console of a browser names each answer that is an error: that one is wanted. */
const EXPECTED = /the server responded with a status of 400/;

/** Declares their tests. */
export function marketClaims(opened: OpenConsole): void {
  const { browser, url } = opened;
  describe("the page of a market", () => {
    test("has what its outcomes cost as its largest figures", async () => {
      const page = await browser.open("about:blank");
      const stream = await relayStream(page);
      await page.goto(url + PATH);
      const now = page.getByRole("region", { name: "The open window" });
      await now.locator(".mid").nth(1).waitFor();
      const prices = [{ best_bid: 0.4, best_ask: 0.47 }, { best_bid: null, best_ask: 0.6 }];
      stream.sendLaterWindow(SERIES, ...prices);
      await now.locator(".mid").getByText("0.435").waitFor();
      expect(await now.locator(".mid").allTextContents()).toEqual(["0.435", "-"]);
      expect(await now.locator(".sides").allTextContents()).toEqual([
        "bid 0.40ask 0.47",
        "bid -ask 0.60",
      ]);
      const largest = await page.evaluate<string>(`{
        const sizeOf = (one) => parseFloat(getComputedStyle(one).fontSize);
        [...document.querySelectorAll("main *")].sort((a, b) => sizeOf(b) - sizeOf(a))[0].className;
      }`);
      expect(largest).toBe("mid number");
      // The books are those of its market.
      await page.getByRole("table", { name: "Order book of Up" }).waitFor();
      await page.getByRole("table", { name: "Order book of Down" }).waitFor();
      // Who is not signed in sees how to, and no form.
      const to = encodeURIComponent(PATH);
      const order = page.getByRole("complementary", { name: "Order and books" });
      expect(await order.getByRole("link", { name: "Sign in" }).getAttribute("href"))
        .toBe(`/console/sign-in?to=${to}`);
      expect(await order.locator("form").count()).toBe(0);
      expect(browser.takeFaults()).toEqual([]);
    });

    test("has the books of both outcomes as ladders, and their trades", async () => {
      const page = await browser.open("about:blank");
      const at = "2026-11-27T15:00:00.000Z";
      const bookOf = (outcome: string) => ({
        ...{ now: at, slug: "s", outcome, tokenId: "1", at, hash: null, source: "stream" },
        asks: [["0.54", "5"], ["0.55", "10"]],
        bids: [["0.5", "20"]],
        trades: outcome === "Up" ? [{ price: "0.54", size: "7", side: "BUY", at }] : [],
      });
      await page.route(/\/api\/v1\/book/, async (route) => {
        const { searchParams } = new URL(route.request().url());
        expect(searchParams.get("depth")).toBe("10");
        await route.fulfill({ json: bookOf(searchParams.get("outcome") ?? "") });
      });
      await page.goto(url + PATH);
      const rowsOf = async (table: string) => {
        const rows = page.getByRole("table", { name: table }).getByRole("row");
        await rows.nth(1).waitFor();
        const cells = await rows.all();
        return await Promise.all(
          cells.map(async (row) => {
            const texts = await row.locator("th, td").allTextContents();
            // By the tick of the window that is open meanwhile a price has two decimals or three.
            return texts.join(" ").replace(/(\.\d\d)0\b/, "$1");
          }),
        );
      };
      const ladder = ["Price Shares", "Asks", "0.55 10", "0.54 5", "Bids", "0.50 20"];
      expect(await rowsOf("Order book of Down")).toEqual(ladder);
      expect(await rowsOf("Trades")).toEqual([
        "Time Trade Price Shares",
        "15:00 Buy Up 0.54 7",
      ]);
      expect(browser.takeFaults()).toEqual([]);
    });

    test("leads from how a window ended to all that is known of it", async () => {
      const page = await browser.open(url + PATH);
      const strip = page.getByRole("list", { name: "How the last 20 windows ended" });
      // One that stays, though another window ends meanwhile.
      const name = await strip.getByRole("button").nth(9).getAttribute("aria-label") ?? "";
      const button = strip.getByRole("button", { name });
      expect(name).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d to \d\d:\d\d: (up|down)$/);
      await button.click();
      await page.getByText("Proof of the target").waitFor();
      const focused = await page.evaluate<string>("document.activeElement.textContent");
      expect(focused).toBe(`▾ ${name.replace(/: [^:]*$/, "")}`);
      expect(await button.getAttribute("aria-pressed")).toBe("true");
      expect(browser.takeFaults()).toEqual([]);
    });

    test("goes on as windows close and open", async () => {
      const page = await browser.open("about:blank");
      const stream = await relayStream(page);
      await page.goto(url + PATH);
      const now = page.getByRole("region", { name: "The open window" });
      const table = page.getByRole("table", { name: "Windows" });
      const rowOfNow = async () =>
        table.getByRole("row").filter({ hasText: await now.getByRole("link").textContent() ?? "" })
          .filter({ hasText: await now.locator(".target .number").textContent() ?? "" });
      const target = now.locator(".target .number");
      const before = await target.getAttribute("title");
      const row = await rowOfNow();
      await row.getByText("open").waitFor();
      stream.sendClosed(SERIES);
      await row.getByText("= tie").waitFor();
      stream.sendNextWindow(SERIES);
      await now.locator(`[title="${before}"]`).waitFor({ state: "detached" });
      await (await rowOfNow()).getByText("open").waitFor();
      expect(browser.takeFaults()).toEqual([]);
    });

    test("places an order in the open window, no worse than its preview", async () => {
      const page = await enteredPage(opened);
      const placed = await stageOrders(page);
      const stream = await relayStream(page);
      await page.goto(url + PATH);
      const order = page.getByRole("complementary", { name: "Order and books" });
      const now = page.getByRole("region", { name: "The open window" });
      await now.locator(".mid").first().waitFor();
      stream.sendLaterWindow(SERIES, {}, { best_bid: 0.5, best_ask: 0.56 });
      // The price that a buyer meets, and then a seller.
      const down = order.getByRole("button", { name: "Down 0.56" });
      await down.click();
      expect(await down.getAttribute("aria-pressed")).toBe("true");
      const place = async () => {
        await order.getByRole("button", { name: "Preview" }).click();
        await order.getByRole("button", { name: "Place…" }).click();
        await page.getByRole("button", { name: "Place the order" }).click();
        await order.getByRole("button", { name: "Another order" }).click();
      };
      await place();
      await order.getByLabel("No worse than the preview's worst price").click();
      await place();
      const address = await now.getByRole("link").getAttribute("href");
      expect(placed[0]).toMatchObject({ outcome: "Down", side: "BUY", limitPrice: 0.57 });
      expect(placed[1]).not.toHaveProperty("limitPrice");
      expect(address).toEndWith(`/${placed[0]?.["slug"]}`);
      await order.getByLabel("Side").selectOption("SELL");
      await order.getByRole("button", { name: "Down 0.50" }).waitFor();
      expect(browser.takeFaults(EXPECTED)).toEqual([]);
    });

    test("marks the reader's orders on the chart, and tells them in text", async () => {
      const page = await enteredPage(opened);
      const answer = await fetch(`${url}/api/v1/windows?asset=btc&interval=5min&limit=1`);
      const { data } = await answer.json() as {
        readonly data: ReadonlyArray<{ readonly slug: string; readonly start: number }>;
      };
      const { slug, start } = data[0] ?? expect.unreachable();
      const now = new Date().toISOString();
      const sent = {
        id: "1",
        created_at: new Date((start + 60) * 1000).toISOString(),
        state: "matched",
        order: { slug, outcome: "Down", tokenId: "1", side: "SELL", amount: 3, negRisk: false },
        filled: { shares: 3, usdc: 1.5, averagePrice: 0.5 },
      };
      await page.route(
        /orders\/history/,
        (route) => route.fulfill({ json: { ok: true, now, data: [sent], next_cursor: "" } }),
      );
      await page.goto(url + PATH);
      const table = page.getByRole("table", { name: "Your orders in these windows" });
      await table.getByText('Sell 3 shares of "Down"').waitFor();
      await table.getByText("3 shares for 1.5 USDC").waitFor();
      await page.getByRole("img", { name: /with your orders/ }).locator("canvas").first().waitFor();
      await drawnTexts(page, ["Sell Down"]);
      expect(browser.takeFaults()).toEqual([]);
    });

    test("says to who has no wallet what is missing", async () => {
      const page = await browser.open(`${url}/console/sign-in`);
      await openAccount(page, { email: "walletless@example.com", password: "a long enough word" });
      await page.goto(url + PATH);
      const order = page.getByRole("complementary", { name: "Order and books" });
      await order.getByText("No wallet of this account can trade.").waitFor();
      expect(await order.locator("form").count()).toBe(0);
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
