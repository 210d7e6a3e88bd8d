/** A real browser for the tests of the console, where one is installed. @module */
import { afterAll, afterEach } from "bun:test";
import process from "node:process";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";

/** The first has no window to draw, which takes half of a browser's processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "chrome",
];

/** The browser's program: `CHROMIUM` names it where it has another name. */
export const CHROMIUM: string | null = process.env["CHROMIUM"] ??
  NAMES.map((name) => Bun.which(name)).find((found) => found !== null) ?? null;

/** Why tests in a browser are skipped, if they are. */
export const NO_BROWSER: string | undefined = CHROMIUM === null
  ? "no chromium on this machine"
  : undefined;

/** A machine may be busy: what never comes is known by the test's own limit. */
const PATIENCE_MS = 200_000;

/** How a page is seen. */
export interface PageView {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
}

const USUAL_VIEW = { viewport: { width: 1280, height: 720 }, colorScheme: "light" } as const;

/** Opens pages in one browser. */
export interface TestBrowser {
  /**
   * What pages logged as an error, threw, or did against their policy, since it was asked last.
   * What is `expected` is no fault.
   */
  readonly takeFaults: (expected?: RegExp) => ReadonlyArray<string>;
  /** Opens a page until the test ends. It has cookies that no other page has, and UTC's time. */
  readonly open: (address: string, view?: PageView) => Promise<Page>;
}

/** A window with cookies of its own, in which one page follows another. */
interface Window {
  readonly page: Page;
  readonly tools: CDPSession;
}

/** Starts a browser that ends with the file's tests. */
export async function startBrowser(): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: CHROMIUM ?? "",
    // Tests run as any user, in containers too.
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  afterAll(() => browser.close());
  const free: Array<Window> = [];
  const used: Array<Window> = [];
  // A window takes a second of the processor's time: those of tests that are over are used again.
  afterEach(async () => {
    for (const window of used.splice(0)) {
      await leavePage(window);
      free.push(window);
    }
  });
  const faults: Array<string> = [];
  return {
    takeFaults: (expected) => faults.splice(0).filter((text) => expected?.test(text) !== true),
    open: async (address, view = {}) => {
      const window = free.pop() ?? await openWindow(browser);
      used.push(window);
      const { page } = window;
      page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(message.text());
      });
      const { viewport, colorScheme } = { ...USUAL_VIEW, ...view };
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      return page;
    },
  };
}

async function openWindow(browser: Browser): Promise<Window> {
  const context = await browser.newContext({ timezoneId: "UTC", ...USUAL_VIEW });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { page, tools: await context.newCDPSession(page) };
}

/** Leaves nothing of a page to the next one: it begins as in a new window. */
async function leavePage({ page, tools }: Window): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  const { origin } = new URL(page.url());
  if (origin !== "null") {
    // What the page kept for its window alone is cleared by itself only.
    await page.evaluate("sessionStorage.clear()");
    await page.goto("about:blank");
    await tools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  }
  await tools.send("Network.clearBrowserCache");
  await tools.send("Page.resetNavigationHistory");
  await context.clearCookies();
  await page.mouse.move(0, 0);
}
