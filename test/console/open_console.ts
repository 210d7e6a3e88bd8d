/**
 * The browser and the sandbox that all tests of the console share: to start both takes a third of
 * the processor time of all that they ask.
 *
 * @module
 */
import { openSandbox } from "../app/open_sandbox.ts";
import { startBrowser, type TestBrowser } from "./browser.ts";

/** Both, until the file's tests are over. */
export interface OpenConsole {
  readonly browser: TestBrowser;
  /** Of the service. */
  readonly url: string;
  /** The first group of the pattern in what the sandbox printed when it was ready. */
  readonly said: (pattern: RegExp) => string;
}

/** Three leagues, of which one plays on any day; and no limit, as all pages have one address. */
const SETTINGS = {
  LEAGUES: "nba,mlb,epl",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_KEYED: "0",
};

/** Starts both. */
export async function openConsole(): Promise<OpenConsole> {
  const [browser, { url, said }] = [await startBrowser(), await openSandbox(SETTINGS)];
  return { browser, url, said };
}
