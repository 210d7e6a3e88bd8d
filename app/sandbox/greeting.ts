/**
 * What the sandbox says when it is ready: where it answers, and what to ask it first.
 *
 * @module
 */
import { Option } from "effect";
import { ASSETS, type VenueProfile, windowContaining } from "../../core/market/mod.ts";
import { toIsoSeconds, UnixSec } from "../../core/time/mod.ts";
import { type SandboxClock } from "../simulator/kit/clock.ts";
import { exampleSlug } from "./example_window.ts";
import { type KeptWorld } from "./kept/kept_world.ts";
import { type DemoAccount } from "./open_demo_account.ts";
import { symbolOf } from "../simulator/polymarket/relay/relay_symbol.ts";
import { type Recording } from "./replay/load_recordings.ts";
import { type Simulators } from "../simulator/start_simulators.ts";

/** The lines a newcomer reads. */
export function greeting({ url, seed, demo, profile, kept, simulators, recordings }: {
  readonly url: string;
  readonly seed: number;
  readonly demo: DemoAccount;
  readonly profile: VenueProfile;
  readonly kept: Pick<KeptWorld, "clock" | "folder" | "before">;
  readonly simulators: Simulators;
  /** What is replayed; none in a world that is invented throughout. */
  readonly recordings: ReadonlyArray<Recording>;
}): string {
  const { clock } = kept;
  const nowIso = toIso(clock.nowMs());
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
  calendar   ${calendarNote(profile, clock)}
  kept in    ${keptNote(kept)}
${replayNote(recordings)}
Simulated providers:
${
    simulators.table.map(([name, at, isOurs]) =>
      `  ${name.padEnd(18)}${at}${isOurs ? "" : " (elsewhere)"}`
    ).join("\n")
  }

Try:
${firstCommands({ url, demo, profile, clock }).map((command) => `  ${command}`).join("\n")}
`;
}

/** Three requests to paste into a shell: a price, games, and an order. */
export function firstCommands({ url, demo, profile, clock }: {
  readonly url: string;
  readonly demo: Pick<DemoAccount, "apiKey" | "walletId">;
  readonly profile: VenueProfile;
  readonly clock: SandboxClock;
}): ReadonlyArray<string> {
  const slug = exampleSlug(profile, clock);
  // A world that goes on has kept what an earlier start said to order.
  const orderKey = `${slug}-${Math.floor(clock.nowMs() / 1000)}`;
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
    `curl ${key} -H 'content-type: application/json' -H 'idempotency-key: ${orderKey}' ` +
    `-d '${order}' '${url}/api/v1/simpleOrders/easyMarketOrder'`,
  ];
}

/** Whose slugs are served, with one of a window that both calendars have. */
function calendarNote({ name, calendar, slugOf }: VenueProfile, clock: SandboxClock): string {
  const nowSec = UnixSec(Math.floor(clock.nowMs() / 1000));
  const slug = slugOf("btc", windowContaining(calendar, "15min", nowSec));
  return name === "spec"
    ? `spec: slugs such as ${slug}; VENUE_PROFILE=polymarket has the venue's own`
    : `polymarket: the venue's own slugs, such as ${slug}`;
}

/** Whether it goes on, and how it was when it ended. */
function keptNote({ folder, before }: Pick<KeptWorld, "folder" | "before">): string {
  if (Option.isNone(folder)) return "memory, until it ends; DATA_DIR=<folder> keeps it";
  if (Option.isNone(before)) return `${folder.value}, from now on`;
  const { atMs, speed } = before.value;
  return `${folder.value}, goes on from ${toIso(atMs)}, where it ran at speed ${speed}`;
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

/** What the wallet does by itself, or why it is not ready. */
function walletNote({ trouble, claimPolicy }: DemoAccount): string {
  if (Option.isSome(trouble)) return ` (not ready: ${trouble.value})`;
  return claimPolicy === "auto" ? " (claims what it wins by itself)" : "";
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
