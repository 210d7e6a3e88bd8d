/**
 * The browser and the sandbox that all tests of the console share: to start both takes a third of
 * the processor time of all that they ask.
 *
 * @module
 */
import { WALLET_OPERATIONS } from "../../app/operator/wallet_operations.ts";
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

/** When the sandbox's clock begins. */
export const CONSOLE_START_MS = Date.UTC(2026, 5, 3, 14, 0, 30);

/**
 * Three leagues, of which one plays on any day; no limit, as all pages have one address; and always
 * the same afternoon: at the end of a day, what is sure to win is for sale at no price.
 */
const SETTINGS = {
  SANDBOX_START: new Date(CONSOLE_START_MS).toISOString(),
  LEAGUES: "nba,mlb,epl",
  RATE_LIMIT_PUBLIC: "0",
  RATE_LIMIT_KEYED: "0",
};

/** Starts both. The wallet claims on request alone: a page must not race with the service. */
export async function openConsole(): Promise<OpenConsole> {
  const [browser, { url, said, operate }] = [await startBrowser(), await openSandbox(SETTINGS)];
  await operate(WALLET_OPERATIONS.setClaimPolicy, { id: said(/wallet +(\S+)/), policy: "off" });
  return { browser, url, said };
}
