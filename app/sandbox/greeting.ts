/**
 * What the sandbox says when it is ready: where it answers, and what to ask it first.
 *
 * @module
 */
import { type SandboxClock } from "./clock.ts";
import { type Simulators } from "./start_simulators.ts";

/** The lines a newcomer reads. */
export function greeting({ url, seed, clock, simulators }: {
  readonly url: string;
  readonly seed: number;
  readonly clock: SandboxClock;
  readonly simulators: Simulators;
}): string {
  const nowIso = new Date(clock.nowMs()).toISOString();
  const hourAgoIso = new Date(clock.nowMs() - 3_600_000).toISOString().slice(0, 19) + "Z";
  return `
Strikeline sandbox: every price here is invented.

  service    ${url}
  stream     ${url.replace("http", "ws")}/api/v1/stream
  documents  ${url}/docs
  world      seed ${seed}, speed ${clock.speed}, clock at ${nowIso}

Simulated providers:
${
    simulators.table.map(([name, at, isOurs]) =>
      `  ${name.padEnd(18)}${at}${isOurs ? "" : " (elsewhere)"}`
    ).join("\n")
  }

Try:
  curl '${url}/api/v1/targets/active?asset=btc'
  curl '${url}/api/v1/targets/timestamp?asset=eth&type=1hour&timestamp=${hourAgoIso}'
  curl '${url}/api/v1/markets/timestamps?asset=sol&interval=15min&date=${nowIso.slice(0, 10)}'
`;
}
