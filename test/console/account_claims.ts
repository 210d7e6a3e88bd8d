/** Accounts beside each other, and a reader who has no pointer. @module */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { enterDemo, enteredPage, makeKey, openAccount } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

const OTHER = { email: "beside@example.com", password: "a long enough word" };

/** Tabs until an element has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const TABS_MAX = 60;
  for (let tabs = 0; tabs < TABS_MAX; tabs++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate<string>(
      `(() => { const one = document.activeElement; const label = one?.labels?.[0]?.textContent;
        return (one?.getAttribute("aria-label") ?? label ?? one?.textContent ?? "").trim(); })()`,
    );
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
  }
  throw new Error(`the keyboard never came to ${name}`);
}

/** Declares their tests. */
export function accountClaims({ browser, url }: OpenConsole): void {
  describe("the console", () => {
    test("shows nothing of an account once another one is entered beside it", async () => {
      const page = await enteredPage({ browser, url });
      await page.getByLabel("Name").fill("of the first");
      await page.getByRole("button", { name: "Make the key" }).click();
      const made = page.getByRole("region", { name: "The new key" });
      await made.waitFor();

      const beside = await page.context().newPage();
      await beside.goto(`${url}/console/keys`);
      await beside.getByRole("button", { name: "Sign out" }).click();
      await openAccount(beside, OTHER);
      // As it does when a reader comes back to a page.
      await page.evaluate(`document.dispatchEvent(new Event("visibilitychange"))`);
      await page.getByText(OTHER.email).waitFor();
      await page.getByText("No key yet.").waitFor();
      expect(await made.count()).toBe(0);
      expect(browser.takeFaults()).toEqual([]);
    });

    test("makes a key that reads alone, unless trading is asked for", async () => {
      const page = await enteredPage({ browser, url });
      const mayOf = (name: string) =>
        page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })
          .getByText(/^read/).textContent();
      const trade = page.getByRole("checkbox", { name: /^Trade places and cancels orders/ });
      await makeKey(page, "a reader");
      await trade.check();
      await makeKey(page, "a trader");
      expect([await mayOf("a reader"), await mayOf("a trader")])
        .toEqual(["read", "read and trade"]);
      expect(browser.takeFaults()).toEqual([]);
    });

    // Each in a test of its own, whose window the next one uses again.
    for (const to of ["/console/sign-in", "/console/link", "//elsewhere.example/console"]) {
      test(`leads away from the page to sign in, though its address asks for ${to}`, async () => {
        await enterDemo(await browser.open(`${url}/console/sign-in?to=${encodeURIComponent(to)}`));
        expect(browser.takeFaults()).toEqual([]);
      });
    }

    test("can be used by the keyboard alone", async () => {
      const page = await browser.open(`${url}/console/sign-in`);
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
      await tabTo(page, "Enter the demo account");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "API keys" }).waitFor();
      await tabTo(page, "Name");
      await page.keyboard.type("by keyboard");
      await tabTo(page, "Make the key");
      await page.keyboard.press("Enter");
      await page.getByRole("region", { name: "The new key" }).waitFor();
      // No second key is made over one that was not copied.
      expect(await page.getByRole("button", { name: "Make the key" }).count()).toBe(0);
      await tabTo(page, "I have copied it");
      await page.keyboard.press("Enter");
      await tabTo(page, "Revoke by keyboard");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await page.keyboard.press("Escape");
      // Not its role: one that is closed has none, a moment before the page takes it away.
      await page.locator("dialog").waitFor({ state: "detached" });
      expect(await page.evaluate<string>("document.activeElement.ariaLabel")).toBe(
        "Revoke by keyboard",
      );
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      await tabTo(page, "Revoke");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Revoke by keyboard" }).waitFor({ state: "detached" });
      await tabTo(page, "Sign out");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "Sign in" }).waitFor();
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
