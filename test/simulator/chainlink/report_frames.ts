/**
 * Streams of the oracle in tests: how to open them, and what they received.
 *
 * @module
 */
import { expect } from "bun:test";
import { type SandboxClock } from "../../../app/simulator/kit/clock.ts";
import { type WireReport } from "../../../app/simulator/chainlink/oracle_reports.ts";
import { connect, type SocketClient } from "../kit/socket_client.ts";
import { signed } from "../kit/support.ts";

/** Opens a stream of an oracle, signed. */
export function listenTo(
  oracle: { readonly url: string },
  { feedIds, clock, headers = {} }: {
    readonly feedIds: ReadonlyArray<string>;
    readonly clock: SandboxClock;
    readonly headers?: Record<string, string>;
  },
): Promise<SocketClient> {
  const target = `/api/v1/ws?feedIDs=${feedIds.join(",")}`;
  const nowMs = clock.nowMs();
  return connect(`${oracle.url}${target}`, { ...signed(target, { nowMs }), ...headers });
}

/** The report of a frame. */
export function parse(frame: string): WireReport {
  return (JSON.parse(frame) as { report: WireReport }).report;
}

/** Returns every received report, in order of arrival. */
export function reportsOf({ frames }: SocketClient): ReadonlyArray<WireReport> {
  return frames.map(parse);
}

/** Their observations, in unix seconds. */
export function secondsOf(client: SocketClient): ReadonlyArray<number> {
  return reportsOf(client).map(({ observationsTimestamp }) => observationsTimestamp);
}

/** Waits until the last frames, one per feed, are of this second or later. */
export function untilSecond(
  client: SocketClient,
  sec: number,
  { feeds = 1 }: { readonly feeds?: number } = {},
): Promise<void> {
  return client.until((frames) => {
    const first = frames.at(-feeds);
    return first !== undefined && parse(first).observationsTimestamp >= sec;
  });
}

/** Each report begins where the one before it ended. */
export function expectNoGap(reports: ReadonlyArray<WireReport>): void {
  const begins = reports.slice(1).map(({ validFromTimestamp }) => validFromTimestamp);
  const ends = reports.slice(0, -1).map(({ observationsTimestamp }) => observationsTimestamp);
  expect(begins).toEqual(ends.map((sec) => sec + 1));
}
