/**
 * A real browser for the tests of the console, where one is installed.
 *
 * @module
 */
import { afterAll } from "bun:test";
import process from "node:process";
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/** The browser's program: `CHROMIUM` names it where it has another name. */
export const CHROMIUM: string | null = process.env["CHROMIUM"] ??
  NAMES.map((name) => Bun.which(name)).find((found) => found !== null) ?? null;

/** Why tests in a browser are skipped, if they are. */
export const NO_BROWSER: string | undefined = CHROMIUM === null
  ? "no chromium on this machine"
  : undefined;

/** A machine may be busy: what never comes is known by the test's own limit. */
const PATIENCE_MS = 200_000;

/** Opens pages in one browser. */
export interface TestBrowser {
  /** What pages logged as an error, threw, or did against their policy, since it was asked last. */
  readonly takeFaults: () => ReadonlyArray<string>;
  /** Opens a page whose cookies no other page has. */
  readonly open: (address: string, options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts a browser that ends with the file's tests. What is `expected` is no fault. */
export async function startBrowser(expected: ReadonlyArray<RegExp> = []): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? "",
    // Tests run as any user, in containers too.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  afterAll(() => browser.close());
  const faults: Array<string> = [];
  const noteFault = (text: string) => {
    if (!expected.some((one) => one.test(text))) faults.push(text);
  };
  return {
    takeFaults: () => faults.splice(0),
    open: async (address, options = {}) => {
      const context = await browser.newContext(options);
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      page.on("pageerror", (error) => noteFault(error.stack ?? error.message));
      page.on("console", (message) => {
        if (message.type() === "error") noteFault(message.text());
      });
      await page.goto(address);
      return page;
    },
  };
}
