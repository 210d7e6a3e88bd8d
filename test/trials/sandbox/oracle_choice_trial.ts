/** Each choice of the oracle's sources, as a service of its own. @module */
import { test } from "bun:test";
import { RARE_GAMES, type Settings } from "../../app/environment.ts";
import { openSandbox } from "../../app/open_sandbox.ts";
import { calmly } from "../calmly.ts";
import { sized } from "../size.ts";
import { tell } from "../tell.ts";
import { type Active, getJson, servedSeries } from "./served_series.ts";

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

/**
 * Whether the open 5-minute window is proved by one of these kinds. On a busy machine the clock may
 * have gone past its first second by the time at which a reading of it arrives, and the venue's own
 * price is there sooner: then one of the next is.
 */
async function isProvedBy(kinds: ReadonlyArray<string>, url: string): Promise<boolean> {
  const { results = [] } = await getJson<Active>(
    `${url}/api/v1/targets/active?asset=btc&types=5min`,
  );
  const question = `asset=btc&type=5min&timestamp=${results[0]?.windowStart ?? 0}&evidence=true`;
  const { evidence } = await getJson<{ readonly evidence?: { readonly kind: string } | null }>(
    `${url}/api/v1/targets/timestamp?${question}`,
  );
  return kinds.includes(evidence?.kind ?? "");
}

test.each(sized({ short: CHOICES.slice(1, 2), whole: CHOICES }))(
  "a service with %s serves all series, and proves them by %s",
  async (_, __, settings, kinds) => {
    const { url, stop } = await openSandbox({
      ...settings,
      ...RARE_GAMES,
      SANDBOX_SPEED: "30",
      RATE_LIMIT_PUBLIC: "0",
    });
    tell({ done: "series", count: (await servedSeries(url)).size, lost: 0 });
    await calmly(() => isProvedBy(kinds, url));
    await stop();
  },
);
