/**
 * Answers that arrive late, or not at all: no page shows what is outdated, or says nothing.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { enteredPage, RESTING, shown, stageOpenOrders, walletPage } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

/** Holds the next request to an address from now on, until it is told how to go on. */
async function holdNext(page: Page, address: RegExp, method: string) {
  const held = Promise.withResolvers<Route>();
  let isHeld = false;
  await page.route(address, async (route) => {
    if (isHeld || route.request().method() !== method) return await route.fallback();
    isHeld = true;
    held.resolve(route);
  });
  return { route: held.promise };
}

const refusal = (status: number) => ({ status, json: { error: "Cannot do it now", code: "x" } });

/** The console of a browser names each answer that is an error: those here are wanted. */
const EXPECTED = /the server responded with a status of/;

/** Declares their tests. */
export function lateAnswerClaims(opened: OpenConsole): void {
  const { browser, url } = opened;
  describe("a page", () => {
    test("shows no preview of an order that was changed meanwhile", async () => {
      const page = await walletPage(opened);
      const held = await holdNext(page, /easyMarketOrder/, "POST");
      await page.getByLabel("Amount").fill("5");
      await page.getByRole("button", { name: "Preview" }).click();
      const late = await held.route;
      await page.getByLabel("Amount").fill("77");
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByText(/for 77 USDC/).first().waitFor();
      await late.continue().catch(() => {});
      await late.request().response();
      await shown(page);
      await page.getByRole("button", { name: "Place…" }).click();
      await page.getByRole("dialog").getByText(/for 77 USDC/).first().waitFor();
      expect(await page.getByText(/for 5 USDC/).count()).toBe(0);
    });

    test("lets a reader write any market", async () => {
      const page = await walletPage(opened);
      const field = page.getByLabel("Market");
      await field.fill("");
      expect(await field.inputValue()).toBe("");
      await field.pressSequentially("eth-x");
      expect(await field.inputValue()).toBe("eth-x");
    });

    test("keeps a question until it is known how it ended", async () => {
      const page = await enteredPage(opened);
      let resting = [RESTING];
      await stageOpenOrders(page, () => resting);
      await page.getByRole("link", { name: "Wallets" }).click();
      await page.getByRole("button", { name: "Cancel all" }).click();
      const dialog = page.getByRole("dialog");
      const held = await holdNext(page, /\/api\/v1\/orders\?(?=.*)/, "DELETE");
      await dialog.getByRole("button", { name: "Cancel all" }).click();
      const late = await held.route;
      for (let n = 0; n < 3; n++) await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: "Keep them" }).click({ force: true });
      expect(await dialog.isVisible()).toBe(true);
      await late.fulfill(refusal(502));
      await dialog.getByRole("alert").waitFor();
      // The list is read again, and the question stays what it was.
      resting = [];
      await page.getByText("No order rests at the venue.").waitFor();
      expect(await dialog.isVisible()).toBe(true);
      await dialog.getByRole("button", { name: "Keep them" }).click();
      await dialog.waitFor({ state: "detached" });
    });

    test("says why nobody could be signed out", async () => {
      const page = await enteredPage(opened);
      const held = await holdNext(page, /sign-out$/, "POST");
      await page.getByRole("button", { name: "Sign out" }).click();
      await (await held.route).fulfill(refusal(503));
      await page.getByRole("alert").getByText("Cannot do it now").waitFor();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
    });

    test("signs nobody in again by an answer from before, and forgets what was asked", async () => {
      const page = await walletPage(opened);
      await page.getByRole("link", { name: "Tools" }).click();
      await page.getByRole("link", { name: "Requests" }).click();
      const ofWallet = page.locator("option").filter({ hasText: "walletId" });
      await ofWallet.first().waitFor({ state: "attached" });
      const session = await holdNext(page, /api\/session$/, "GET");
      const keys = await holdNext(page, /api\/keys$/, "GET");
      await page.getByRole("link", { name: "Keys" }).click();
      await (await keys.route).fulfill(refusal(401));
      const late = await session.route;
      const old = await late.fetch();
      expect((await old.json()).session).not.toBeNull();
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      // Whatever it asks for because of that never arrives, and mends nothing.
      await page.route(/console\/api\/(keys|session)$/, () => {});
      await late.fulfill({ response: old });
      await late.request().response();
      await shown(page);
      expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
      await page.getByRole("link", { name: "Tools" }).click();
      await page.getByRole("link", { name: "Requests" }).click();
      await page.getByRole("heading", { name: "What the pages asked" }).waitFor();
      await page.locator("option").first().waitFor({ state: "attached" });
      expect(await ofWallet.count()).toBe(0);
    });

    test("takes the newest one-time link", async () => {
      const page = await browser.open(`${url}/console/link#${"a".repeat(43)}`);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      await page.goto(`${url}/console/link#${"b".repeat(43)}`);
      await page.getByRole("alert").waitFor({ state: "detached" });
      const sent = page.waitForRequest(/api\/link$/);
      await page.getByRole("button", { name: "Sign in" }).click();
      expect((await sent).postDataJSON()).toEqual({ token: "b".repeat(43) });
      expect(new URL(page.url()).hash).toBe("");
      expect(browser.takeFaults(EXPECTED)).toEqual([]);
    });
  });
}
