/**
 * Port: which replica of several does a piece of work, such as holding a provider's sockets.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/**
 * How a process stands among those that share its work. `off`: there are none. `shared`: it shares
 * the work. `alone`: the others cannot be reached, so that it does all the work itself.
 */
export type FleetState = "off" | "shared" | "alone";

/** Grants each piece of work to one of those that want to do it. */
export interface LeasesService {
  readonly state: () => FleetState;
  /** The names of the leases that this process wants and holds now. */
  readonly held: () => ReadonlyArray<string>;
  /** Whether this process holds the lease now. Always, if there are no others to be reached. */
  readonly holds: (name: string) => boolean;
  /**
   * Runs the work while this process holds the lease, interrupts it when the lease is lost, and
   * begins it again when it holds the lease again. A holder that hangs or ends is replaced within
   * 5 s. Ends when the work does, and gives up the lease then.
   */
  readonly whileHeld: <A, R>(
    name: string,
    work: Effect.Effect<A, never, R>,
  ) => Effect.Effect<A, never, R>;
}

/** Leases among the replicas of a fleet, for work that is better done twice than not at all. */
export class Leases extends Context.Service<Leases, LeasesService>()("core/port/Leases") {}

/**
 * Leases among the processes that share a store, for work that is better not done than twice: who
 * loses the store soon holds none. It is never `alone`.
 */
export class StoreLeases extends Context.Service<StoreLeases, LeasesService>()(
  "core/port/StoreLeases",
) {}

/** Its holder reads games. The store refuses what a former leader still writes of them. */
export const LEAD = "lead";

/** What a process has that shares its work with no other: every lease. */
export const EVERY_LEASE: LeasesService = {
  state: () => "off",
  held: () => [],
  holds: () => true,
  whileHeld: (_name, work) => work,
};
