/**
 * Port: which replica of a fleet does a piece of work, such as holding a provider's sockets.
 *
 * @module
 */
import { Context, type Effect } from "effect";

/**
 * How a process stands in its fleet. `off`: it has none. `shared`: it shares the work.
 * `alone`: the others cannot be reached, so that it does all the work itself.
 */
export type FleetState = "off" | "shared" | "alone";

/** Grants each piece of work to one replica. */
export class Leases extends Context.Service<Leases, {
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
}>()("core/port/Leases") {}
