/** A service in this process that Python programs use, and how they find one. @module */
import type { Settings } from "../../environment.ts";
import { openSandbox } from "../../open_sandbox.ts";
import { putMarkets } from "../../order/put_markets.ts";
import { startWorld } from "../../world_of_processes.ts";

const API_KEY = "sk_test_bots_written_in_python";
const WALLET_ID = "5f0c1c9e-6f0e-4a53-9d5a-0f5f6d1b7c12";

/** What makes a sandbox have the user of these programs. */
export const USER_SETTINGS: Settings = { SANDBOX_API_KEY: API_KEY, SANDBOX_WALLET_ID: WALLET_ID };

/** What a Python program finds in its environment. */
export function userEnvironment(
  { url, markets: [market, delayed] }: {
    readonly url: string;
    readonly markets: Awaited<ReturnType<typeof putMarkets>>;
  },
): Readonly<Record<string, string>> {
  return {
    STRIKELINE_URL: url,
    STRIKELINE_API_KEY: API_KEY,
    STRIKELINE_WALLET_ID: WALLET_ID,
    STRIKELINE_MARKET: market?.slug ?? "",
    STRIKELINE_DELAYED_MARKET: delayed?.slug ?? "",
  };
}

/** Starts one without limits, until the file's tests are over; returns the environment. */
export async function startPythonService(): Promise<Readonly<Record<string, string>>> {
  const anchorMs = Date.now();
  // A little ahead: clients know the machine's time from `Date`.
  const startIso = new Date(anchorMs + 500).toISOString();
  const world = startWorld({ startIso, speed: 1, anchorMs });
  const markets = await putMarkets(world.simulators);
  const { url } = await openSandbox({ ...world.settings, ...USER_SETTINGS });
  return userEnvironment({ url, markets });
}
