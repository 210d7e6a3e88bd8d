/** Each choice of the oracle's sources, as a service of its own. @module */
import { describe, expect, test } from "bun:test";
import { RARE_GAMES, type Settings } from "../../app/environment.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { type Active, getJson, SERIES_COUNT, servedSeries } from "./served_series.ts";

/** How many windows may begin before one is proved as expected. */
const WINDOWS_MAX = 5;

/**
 * The proof's kind of the first 5-minute window that begins while the service listens and has one
 * of `kinds`; else all kinds that came. On a busy machine the clock may have gone past the first
 * second by the time at which a reading of it arrives, and the venue's own price is there sooner.
 */
async function proofOf(url: string, kinds: ReadonlyArray<string>): Promise<string> {
  const firstSec = await openWindowSec(url);
  const seen: Array<string> = [];
  for (let window = 1; window <= WINDOWS_MAX; window++) {
    const kind = await proofOfWindow(url, firstSec + window * 300);
    if (kinds.includes(kind)) return kind;
    seen.push(kind);
  }
  return seen.join();
}

/** When the open 5-minute window began, as soon as the service is not too busy to say it. */
async function openWindowSec(url: string): Promise<number> {
  for (;;) {
    const { results = [] } = await getJson<Partial<Active>>(
      `${url}/api/v1/targets/active?asset=btc`,
    );
    const open = results.find(({ marketType }) => marketType === "5min");
    if (open !== undefined) return open.windowStart;
    await Bun.sleep(100);
  }
}

/** The proof's kind of one 5-minute window, once it is open. */
async function proofOfWindow(url: string, startSec: number): Promise<string> {
  const question = `asset=btc&type=5min&timestamp=${startSec}&evidence=true`;
  for (let tries = 0; tries < 2_400; tries++) {
    const { evidence } = await getJson<{ readonly evidence?: { readonly kind: string } | null }>(
      `${url}/api/v1/targets/timestamp?${question}`,
    );
    // Null until the store has the target that was pushed.
    if (evidence !== undefined && evidence !== null) return evidence.kind;
    await Bun.sleep(100);
  }
  return "none";
}

describe("a service", () => {
  /** What an operator's environment may have for live mode. */
  const KEY = {
    POLYMARKET_API_KEY: "0b1c2d3e-4f50-4a6b-8c7d-8e9fa0b1c2d3",
    POLYMARKET_API_SECRET: "c29tZWJvZHkncyBvd24gc2VjcmV0IG9mIHRoZSB2ZW4=",
    POLYMARKET_API_PASSPHRASE: "a passphrase of somebody",
  };

  const CHOICES: ReadonlyArray<
    readonly [title: string, how: string, settings: Settings, kinds: ReadonlyArray<string>]
  > = [
    ["ORACLE=chainlink", "reports", { ORACLE: "chainlink" }, ["report"]],
    ["ORACLE=relay", "the relay", { ORACLE: "relay" }, ["relay"]],
    ["ORACLE=relay and a live API key", "the relay", { ORACLE: "relay", ...KEY }, ["relay"]],
    ["ORACLE=chainlink,relay", "either", { ORACLE: "chainlink,relay" }, ["report", "relay"]],
    ["ORACLE=none", "what the venue publishes", { ORACLE: "none" }, ["published"]],
  ];

  test.each(sized({ short: CHOICES.slice(1, 2), whole: CHOICES }))(
    "with %s serves all series, and proves them by %s",
    async (_, __, settings, kinds) => {
      const { url, stop } = await openSandbox({
        ...settings,
        ...RARE_GAMES,
        SANDBOX_SPEED: "30",
        RATE_LIMIT_PUBLIC: "0",
      });
      const served = await servedSeries(url, { triesMax: 2_400, everyMs: 100 });
      expect(served.size).toBe(SERIES_COUNT);
      expect(kinds).toContain(await proofOf(url, kinds));
      tell({ done: "series", count: served.size, wrong: 0 });
      await stop();
    },
  );
});
