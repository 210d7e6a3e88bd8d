/**
 * What the sandbox says when it is ready: where it answers, and what to ask it first.
 *
 * @module
 */
import { Option } from "effect";
import { ASSETS } from "../../core/market/mod.ts";
import { toIsoSeconds } from "../../core/time/mod.ts";
import { type SandboxClock } from "./clock.ts";
import { type DemoAccount } from "./open_demo_account.ts";
import { symbolOf } from "./relay/relay_symbol.ts";
import { type Recording } from "./replay/load_recordings.ts";
import { type Simulators } from "./start_simulators.ts";

/** The lines a newcomer reads. */
export function greeting({ url, seed, demo, clock, simulators, recordings }: {
  readonly url: string;
  readonly seed: number;
  readonly demo: DemoAccount;
  readonly clock: SandboxClock;
  readonly simulators: Simulators;
  /** What is replayed; none in a world that is invented throughout. */
  readonly recordings: ReadonlyArray<Recording>;
}): string {
  const nowIso = new Date(clock.nowMs()).toISOString();
  const nowSec = Math.floor(clock.nowMs() / 1000);
  const openedSec = nowSec - nowSec % 300;
  const order = JSON.stringify({
    walletId: demo.walletId,
    // The next window: it is traded already, and for longer than it takes to paste this.
    slug: `btc-updown-5m-${openedSec + 300}`,
    outcome: "Up",
    side: "BUY",
    amount: 5,
  });
  const curl = `curl -H 'x-api-key: ${demo.apiKey}' -H 'content-type: application/json' ` +
    `-H 'idempotency-key: my-first-order' -d '${order}' ` +
    `'${url}/api/v1/simpleOrders/easyMarketOrder'`;
  return `
Strikeline sandbox: ${
    recordings.length === 0 ? "every price here is" : "what was not recorded is"
  } invented.

  service    ${url}
  stream     ${url.replace("http", "ws")}/api/v1/stream
  documents  ${url}/docs
  API key    ${demo.apiKey}${demo.isKeyRevoked ? " (revoked)" : ""}
  wallet     ${demo.walletId}${walletNote(demo)}
  world      seed ${seed}, speed ${clock.speed}, clock at ${nowIso}
${replayNote(recordings)}
Simulated providers:
${
    simulators.table.map(([name, at, isOurs]) =>
      `  ${name.padEnd(18)}${at}${isOurs ? "" : " (elsewhere)"}`
    ).join("\n")
  }

Try:
  curl '${url}/api/v1/targets/active?asset=btc'
  curl -H 'x-api-key: ${demo.apiKey}' '${url}/api/v1/games?status=live&include=platforms,coverage'
  ${curl}
`;
}

/** Which symbols are replayed, and what becomes of the others. */
function replayNote(recordings: ReadonlyArray<Recording>): string {
  if (recordings.length === 0) return "";
  const lines = recordings.map(({ symbol, firstSec, points, missing, days }) =>
    `  ${symbol.padEnd(11)}${points} points, ${missing} seconds missing, ` +
    `from ${toIsoSeconds(firstSec)} on, again every ${days === 1 ? "day" : `${days} days`}`
  );
  const replayed = new Set(recordings.map(({ symbol }) => symbol));
  const others = ASSETS.map(symbolOf).filter((symbol) => !replayed.has(symbol));
  const rest = others.length === 0 ? "" : `Averages of ${others.join(", ")}, and all `;
  return `
Replayed averages of the oracle:
${lines.join("\n")}
  ${rest === "" ? "All " : rest}prices of the exchange are invented.
`;
}

/** Silent while all is well. */
function walletNote({ trouble }: DemoAccount): string {
  return Option.match(trouble, { onNone: () => "", onSome: (why) => ` (not ready: ${why})` });
}
