/**
 * What holds of every page of the console: no serious fault for readers with other senses, by day
 * and by night, and a narrow screen that need not be moved sideways.
 *
 * @module
 */
import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openSandbox } from "../app/open_sandbox.ts";
import { withReason } from "../skip_reason.ts";
import { seriousFaults } from "./accessibility.ts";
import { NO_BROWSER, startBrowser, type TestBrowser } from "./browser.ts";
import { enterDemo, makeKey } from "./reader.ts";

/** Every page, with a text that is there once it has what it shows. */
const PAGES: ReadonlyArray<readonly [path: string, shown: string | RegExp]> = [
  ["", "stream connected"],
  ["/market/btc", "Show older windows"],
  ["/games", /read again every/],
  ["/wallets", "ready to trade"],
  ["/keys", "Make a key"],
  ["/tools", "Event's slug or id"],
  ["/tools?tool=requests", "What the pages asked"],
  ["/tools?tool=status", "This process"],
  ["/tools?tool=guides", "every message of the stream"],
  ["/account", "Sessions"],
  ["/link", "This link is incomplete"],
  ["/nowhere", "Not found"],
];

/** A screen of 1280 magnified four times. */
const NARROW_PX = 320;

const opened = NO_BROWSER === undefined
  ? { browser: await startBrowser(), url: (await openSandbox()).url }
  : undefined;

describe.skipIf(NO_BROWSER !== undefined)(withReason("every page", NO_BROWSER), () => {
  /** A reader's pages, one after the other. */
  const eachPage = async (
    options: Parameters<TestBrowser["open"]>[1],
    look: (page: Page) => Promise<unknown>,
  ) => {
    const { browser, url } = opened ?? expect.unreachable();
    const page = await browser.open(`${url}/console/sign-in`, options);
    await look(page);
    await enterDemo(page);
    // One long word.
    await makeKey(page, "W".repeat(60));
    for (const [path, shown] of PAGES) {
      await page.goto(`${url}/console${path}`);
      await page.getByText(shown).first().waitFor();
      await look(page);
    }
    expect(browser.takeFaults()).toEqual([]);
  };

  for (const colorScheme of ["light", "dark"] as const) {
    test(`has no serious fault in ${colorScheme}`, async () => {
      const found: Array<string> = [];
      await eachPage({ colorScheme }, async (page) => {
        found.push(...(await seriousFaults(page)).map((fault) => `${page.url()}: ${fault}`));
      });
      expect(found).toEqual([]);
    });
  }

  test("fits a narrow screen", async () => {
    const wide: Array<string> = [];
    const viewport = { width: NARROW_PX, height: 740 };
    await eachPage({ viewport }, async (page) => {
      const width = await page.evaluate<number>("document.documentElement.scrollWidth");
      if (width > NARROW_PX) wide.push(`${page.url()}: ${width} px`);
    });
    expect(wide).toEqual([]);
  });
});
