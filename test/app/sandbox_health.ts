/**
 * What a sandbox reports of its providers, and what their simulators saw of it.
 *
 * @module
 */
import { expect } from "bun:test";
import { control } from "../simulator/kit/support.ts";
import type { OpenSandbox } from "./open_sandbox.ts";

/** The providers that are called, and the jobs that were done, as on the status page. */
export interface Health {
  readonly providers: ReadonlyArray<{ readonly name: string; readonly state: string }>;
  readonly jobs: ReadonlyArray<{ readonly name: string; readonly ok: boolean }>;
}

const healthOf = async (url: string) =>
  await (await fetch(`${url}/api/v1/status`)).json() as Health;

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
export function illOf({ providers, jobs }: Health): ReadonlyArray<string> {
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
  expect(await unmet(async () => illOf(await healthOf(url)))).toEqual([]);
  await expectNoneRefused((name) => said(new RegExp(`${name} +(http:\\S+)`)));
}

/** The schedule and the platforms were asked, and answered each time. */
export async function expectNoneRefused(
  urlOf: (name: "kalshi" | "sx_bet" | "limitless" | "schedule") => string,
): Promise<void> {
  for (const name of ["kalshi", "sx_bet", "limitless", "schedule"] as const) {
    const requests = await logOf(urlOf(name));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  }
}
