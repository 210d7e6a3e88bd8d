/**
 * A service that cannot be reached, or in whose place something else answers: what pages say, how
 * often they ask, and what they still know of an order.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { enteredPage, previewOrder, walletPage } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

/** Answers requests to an address by `answer`, which learns how many came before; counts them. */
async function answerBy(
  page: Page,
  address: RegExp,
  answer: (route: Route, before: number) => Promise<void>,
) {
  const keys: Array<string | undefined> = [];
  await page.route(address, async (route) => {
    keys.push(route.request().headers()["idempotency-key"]);
    await answer(route, keys.length - 1);
  });
  return keys;
}

const GATEWAY = { contentType: "text/html", body: "<h1>An answer of a gateway</h1>" };

/** The console of a browser names each answer that is an error: those here are wanted. */
const EXPECTED = /the server responded with a status of|ERR_FAILED/;

/** Declares their tests. */
export function outageClaims(opened: OpenConsole): void {
  const { browser, url } = opened;
  describe("a page", () => {
    test("says at once that the service is gone, and goes on once it is back", async () => {
      const page = await enteredPage(opened);
      let isGone = true;
      const asked = await answerBy(
        page,
        /\/api\/v1\/account$/,
        (route) => isGone ? route.abort() : route.continue(),
      );
      await page.getByRole("link", { name: "Wallets" }).click();
      const note = page.getByRole("alert").filter({ hasText: "The service does not answer" });
      await note.waitFor();
      expect(asked.length).toBe(2);
      isGone = false;
      await page.getByText("ready to trade").waitFor();
      await note.waitFor({ state: "detached" });
    });

    test("says which answer was not of the service, and the service's own words", async () => {
      const page = await enteredPage(opened);
      const refusal = { error: "Cannot read the store", code: "x", hint: "Ask its operator" };
      const headers = { "x-request-id": "r-1" };
      let answer: Parameters<Route["fulfill"]>[0] | "its own" = { status: 502, ...GATEWAY };
      await page.route(
        /\/api\/v1\/account$/,
        (route) => answer === "its own" ? route.continue() : route.fulfill(answer),
      );
      await page.getByRole("link", { name: "Wallets" }).click();
      const note = page.getByRole("alert");
      await note.getByText("The service answered 502, which cannot be read").waitFor();
      await note.getByText("Something between this page and the service").waitFor();
      const retry = note.getByRole("button", { name: "Try again" });

      answer = { status: 200, ...GATEWAY };
      await retry.click();
      await note.getByText("The service answered 200, which cannot be read").waitFor();

      answer = { status: 503, json: refusal, headers };
      await retry.click();
      await note.getByText(refusal.error).waitFor();
      expect(await note.textContent()).toMatch(/Ask its operator.*Request r-1/);

      answer = "its own";
      await retry.click();
      await page.getByText("ready to trade").waitFor();
      expect(await note.count()).toBe(0);
    });

    test("asks who is signed in when its key is refused", async () => {
      const page = await enteredPage(opened);
      await page.route(
        /\/api\/v1\/account$/,
        (route) =>
          route.fulfill({
            status: 401,
            json: { error: "Cannot use this API key", code: "unauthorized" },
            headers: { "www-authenticate": "Bearer" },
          }),
      );
      const session = page.waitForRequest(/\/console\/api\/session$/);
      await page.getByRole("link", { name: "Wallets" }).click();
      await session;
      await page.getByRole("alert").getByText("Cannot use this API key").waitFor();
    });

    test("keeps an order open until the service itself says how it ended", async () => {
      const page = await walletPage(opened);
      await previewOrder(page, "6");
      // The first answer is lost; what comes next was never near the service.
      const keys = await answerBy(page, /easyMarketOrder/, async (route, before) => {
        if (before > 1) return await route.continue();
        if (before === 1) return await route.fulfill({ status: 403, ...GATEWAY });
        await route.fetch();
        await route.abort();
      });
      await page.getByRole("dialog").getByRole("button", { name: "Place the order" }).click();
      await page.getByText("The answer to this order has not arrived here.").waitFor();
      expect(keys.length).toBe(2);
      expect(new Set(keys).size).toBe(1);
      // The list is read again, and has it.
      const placed = page.getByRole("region", { name: "History of orders" }).getByRole("row")
        .filter({ hasText: keys[0] ?? "" });
      await placed.getByText("matched").waitFor();
      await page.getByRole("button", { name: "I have seen it" }).click();
      await page.getByRole("button", { name: "Preview" }).waitFor();
    });

    test("places an order once by asking again under its key", async () => {
      const page = await walletPage(opened);
      await previewOrder(page, "8");
      // It never reaches the service.
      const keys = await answerBy(page, /easyMarketOrder/, async (route, before) => {
        if (before === 0) await route.abort();
        else if (before === 1) await route.fulfill({ status: 403, ...GATEWAY });
        else await route.continue();
      });
      await page.getByRole("dialog").getByRole("button", { name: "Place the order" }).click();
      await page.getByRole("button", { name: "Ask again" }).click();
      await page.getByText(/Bought "/).first().waitFor();
      expect(keys.length).toBe(3);
      expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/^console-/)]);
      const history = page.getByRole("region", { name: "History of orders" });
      await history.getByText(keys[0] ?? "").waitFor();
      expect(await history.getByRole("row").filter({ hasText: "8 USDC" }).count()).toBe(1);
    });

    test("shows what it asked as anyone would ask it", async () => {
      const page = await walletPage(opened);
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByRole("button", { name: "Place…" }).waitFor();
      await page.getByRole("link", { name: "Tools" }).click();
      await page.getByRole("link", { name: "Requests" }).click();
      const choice = page.getByLabel("Request, the latest first");
      const shown = page.locator("pre").first();
      await choice.selectOption("GET /api/v1/account");
      await page.getByText(/^Succeeded after \d+ ms\./).waitFor();
      expect(await shown.textContent()).toBe(
        `curl '${url}/api/v1/account' \\\n  -H "x-api-key: $STRIKELINE_API_KEY"`,
      );
      await choice.selectOption("POST /api/v1/simpleOrders/easyMarketOrder");
      await page.getByText(/^Succeeded after \d+ ms\./).waitFor();
      const line = await shown.textContent();
      expect(line).toContain('"dryRun":true');
      expect(line).not.toContain("idempotency-key");
      expect(browser.takeFaults(EXPECTED)).toEqual([]);
    });
  });
}
