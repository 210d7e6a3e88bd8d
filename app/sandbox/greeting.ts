/**
 * What the sandbox says when it is ready: where it answers, and what to ask it first.
 *
 * @module
 */
import { Option } from "effect";
import { ASSETS } from "../../core/market/mod.ts";
import { toIsoSeconds } from "../../core/time/mod.ts";
import { type SandboxClock } from "../simulator/kit/clock.ts";
import { type DemoAccount } from "./open_demo_account.ts";
import { symbolOf } from "../simulator/polymarket/relay/relay_symbol.ts";
import { type Recording } from "./replay/load_recordings.ts";
import { type Simulators } from "../simulator/start_simulators.ts";

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
  return `
Strikeline sandbox: ${
    recordings.length === 0 ? "every price here is" : "what was not recorded is"
  } invented.

  service    ${url}
  console    ${url}/console
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
${firstCommands({ url, demo, clock }).map((command) => `  ${command}`).join("\n")}
`;
}

/** Three requests to paste into a shell: a price, games, and an order. */
export function firstCommands({ url, demo, clock }: {
  readonly url: string;
  readonly demo: Pick<DemoAccount, "apiKey" | "walletId">;
  readonly clock: SandboxClock;
}): ReadonlyArray<string> {
  const slug = nextWindowSlug(clock);
  const order = JSON.stringify({
    walletId: demo.walletId,
    slug,
    outcome: "Up",
    side: "BUY",
    amount: 5,
  });
  const key = `-H 'x-api-key: ${demo.apiKey}'`;
  return [
    `curl '${url}/api/v1/targets/active?asset=btc'`,
    `curl ${key} '${url}/api/v1/games?status=live&include=platforms,coverage'`,
    `curl ${key} -H 'content-type: application/json' -H 'idempotency-key: ${slug}' ` +
    `-d '${order}' '${url}/api/v1/simpleOrders/easyMarketOrder'`,
  ];
}

/** The slug of the next window: it is traded already, and for longer than it takes to paste it. */
export function nextWindowSlug(clock: SandboxClock): string {
  const nowSec = Math.floor(clock.nowMs() / 1000);
  return `btc-updown-5m-${nowSec - nowSec % 300 + 300}`;
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
