/**
 * How the service says that it, its providers and its jobs are.
 *
 * @module
 */
import type { ProviderStatus, Status } from "../../client/typescript/mod.ts";
import { publicApi } from "./api.ts";

/** The states of a provider of data. */
export type ProviderState = ProviderStatus["state"];

/** Asks how the service is. */
export function askStatus(signal: AbortSignal): Promise<Status> {
  return publicApi.service.status({}, { signal });
}

/** How each state is shown. Its name is always there too. */
export const STATE_COLOURS: Readonly<Record<ProviderState, string>> = {
  healthy: "up",
  degraded: "warn",
  down: "down",
  off: "soft",
  unknown: "soft",
};

/** What each state means, where its name does not say it. */
export const STATE_MEANINGS: Readonly<Record<ProviderState, string>> = {
  healthy: "",
  degraded: "some calls fail",
  down: "calls fail",
  off: "not set up",
  unknown: "no call yet",
};
