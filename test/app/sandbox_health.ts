/**
 * What a sandbox reports of its providers, and what their simulators saw of it.
 *
 * @module
 */
import { expect } from "bun:test";
import { control } from "../simulator/kit/support.ts";
import type { OpenSandbox } from "./open_sandbox.ts";

interface Status {
  readonly providers: ReadonlyArray<{ readonly name: string; readonly state: string }>;
  readonly jobs: ReadonlyArray<{ readonly name: string; readonly ok: boolean }>;
}

const statusOf = async (url: string) =>
  await (await fetch(`${url}/api/v1/status`)).json() as Status;

/**
 * Waits until nothing is unmet, and returns what still is when it has not changed for three
 * minutes: a busy machine may be slow, as long as it gets on.
 */
export async function unmet(
  facts: () => Promise<ReadonlyArray<string>>,
): Promise<ReadonlyArray<string>> {
  let left = await facts();
  for (let tries = 0; tries < 1_800 && left.length > 0; tries++) {
    await Bun.sleep(100);
    const next = await facts();
    if (next.join() !== left.join()) tries = 0;
    left = next;
  }
  return left;
}

/** Providers that are not healthy, and jobs that were not done well. */
export async function illOf(url: string): Promise<ReadonlyArray<string>> {
  const { providers, jobs } = await statusOf(url);
  const ill = providers.filter(({ state }) => state !== "healthy");
  const undone = ["schedule", "scores", "platforms", "read_model"]
    .filter((job) => jobs.find(({ name }) => name === job)?.ok !== true);
  return [...ill.map(({ name, state }) => `${name} is ${state}`), ...undone];
}

/** A request that a simulator has answered. */
export interface Logged {
  readonly at: string;
  readonly path: string;
  readonly status: number;
}

/** The requests that a simulator has answered, the oldest first. */
export const logOf = async (url: string) =>
  (await control<{ requests: ReadonlyArray<Logged> }>(`${url}/__log`, "GET")).body.requests;

/** Every provider is healthy, and no platform has refused a request. */
export async function expectHealthy({ url, said }: OpenSandbox): Promise<void> {
  expect(await unmet(() => illOf(url))).toEqual([]);
  for (const name of ["kalshi", "sx_bet", "limitless", "schedule"]) {
    const requests = await logOf(said(new RegExp(`${name} +(http:\\S+)`)));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  }
}
