/**
 * What replicas say of their fleet.
 *
 * @module
 */
import { askOne } from "./ask_fleet.ts";
import type { Replica } from "./ground.ts";

/** What a replica says. */
export interface FleetState {
  readonly state: "shared" | "alone";
  readonly holds: ReadonlyArray<string>;
  /** Where it counts requests. */
  readonly limits: "redis" | "memory";
}

const TIMEOUT_MS = 3_000;

/** Asks a replica. Rejects if it does not answer. */
export async function fleetStateOf({ url }: Pick<Replica, "url">): Promise<FleetState> {
  const asked = { address: "10.3.0.1", timeoutMs: TIMEOUT_MS };
  const { body } = await askOne(`${url}/api/v1/status`, asked);
  const { fleet, limits } = body as {
    readonly fleet: Pick<FleetState, "state" | "holds">;
    readonly limits: { readonly store: FleetState["limits"] };
  };
  return { ...fleet, limits: limits.store };
}

/** Whether all replicas answer, share their work and count requests together. */
export async function areTogether(replicas: ReadonlyArray<Replica>): Promise<boolean> {
  const states = await Promise.all(replicas.map((one) => fleetStateOf(one).catch(() => undefined)));
  return states.every((one) => one?.state === "shared" && one.limits === "redis");
}
