/**
 * `bun run health`: asks a running service whether it can answer, for what watches over it.
 *
 * @module
 */
import { explainUsage } from "./command_line.ts";
import { readEnvironment } from "../settings/settings.ts";
import { readServerSettings } from "../settings/server_settings.ts";
import { valueOrExit } from "../wiring/process.ts";
import { serviceUrl } from "../wiring/service_url.ts";
import { usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("health")}
Asks the service at HOST and PORT whether it can answer. Exit codes: 0 it can, 1 it cannot.`;

/** The service needs half of it to find out that its store does not answer. */
const TIMEOUT_MS = 10_000;

/** Prints one line, and returns 0 if the service is healthy, else 1. */
export async function main([word]: ReadonlyArray<string>): Promise<number> {
  if (word !== undefined) return explainUsage(word, USAGE);
  const url = `${serviceUrl(valueOrExit(readEnvironment(Bun.env, readServerSettings)))}/health`;
  const complaint = await complaintOf(url);
  if (complaint === undefined) {
    console.log(`${url} is healthy`);
    return 0;
  }
  console.error(`${url} ${complaint}`);
  return 1;
}

async function complaintOf(url: string): Promise<string | undefined> {
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return ok ? undefined : `answered ${status}`;
  } catch {
    return "does not answer; set HOST and PORT as the service has them";
  }
}
