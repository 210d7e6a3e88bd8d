/**
 * What holds of every page of the console: no serious fault for readers with other senses, by day
 * and by night, and a narrow screen that need not be moved sideways.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { seriousFaults } from "./accessibility.ts";
import { enterDemo, makeKey } from "./reader.ts";
import type { OpenConsole } from "./open_console.ts";

/** Every page, with a text that is there once it has what it shows. */
const PAGES: ReadonlyArray<readonly [path: string, shown: string | RegExp]> = [
  ["", "stream connected"],
  ["/market/btc", "Show older windows"],
  ["/market/btc?interval=15min", "Target at"],
  ["/games", /read again every/],
  ["/wallets", "ready to trade"],
  ["/positions", "Realized, all time"],
  ["/keys", "Make a key"],
  ["/tools", "Event's slug or id"],
  ["/tools?tool=requests", "What the pages asked"],
  ["/tools?tool=status", "This process"],
  ["/tools?tool=recording", "this service does not record"],
  ["/tools?tool=guides", "every message of the stream"],
  ["/account", "Sessions"],
  ["/setup", "A sandbox has all that it needs"],
  ["/link", "This link is incomplete"],
  ["/nowhere", "Not found"],
];

/** A screen of 1280 magnified four times, and one that is not. */
const NARROW = { width: 320, height: 740 };
const WIDE = { width: 1280, height: 720 };

/** What is wrong with a page that is shown narrow, by day: so, and wide by day and by night. */
async function faultsOf(page: Page): Promise<ReadonlyArray<string>> {
  const found: Array<string> = [];
  const { width } = NARROW;
  const needed = await page.evaluate<number>("document.documentElement.scrollWidth");
  if (needed > width) found.push(`needs ${needed} px of ${width}`);
  await page.setViewportSize(WIDE);
  for (const colorScheme of ["light", "dark"] as const) {
    // The colour of a window that just opened fades, from that of the previous scheme.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const faults = await seriousFaults(page);
    found.push(...faults.map((fault) => `in ${colorScheme}: ${fault}`));
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
  await page.setViewportSize(NARROW);
  return found.map((fault) => `${page.url()}: ${fault}`);
}

/** Declares their tests. */
export function pageClaims({ browser, url }: OpenConsole): void {
  describe("every page", () => {
    test("fits a narrow screen, and has no serious fault by day and by night", async () => {
      const page = await browser.open(`${url}/console/sign-in`, { viewport: NARROW });
      await page.getByRole("button", { name: "Enter the demo account" }).waitFor();
      const found = [...await faultsOf(page)];
      await enterDemo(page);
      // One long word.
      await makeKey(page, "W".repeat(60));
      for (const [path, shown] of PAGES) {
        await page.goto(`${url}/console${path}`);
        await page.getByText(shown).first().waitFor();
        found.push(...await faultsOf(page));
      }
      expect(found).toEqual([]);
      expect(browser.takeFaults()).toEqual([]);
    });
  });
}
