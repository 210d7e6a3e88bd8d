/**
 * What a service lets a replay know, whose clock waits for the work of an instant to be done.
 *
 * @module
 */
import type { ServerOptions } from "../../adapters/http/edge/server.ts";
import type { Run } from "../../adapters/http/edge/run.ts";
import type { StreamEndpointOptions } from "../../adapters/http/stream/endpoint.ts";

/** Attends to what comes from outside. */
export interface Attendance {
  /** Has requests answered. */
  readonly attend: NonNullable<ServerOptions<never>["attend"]>;
  /** Counts what requests run. */
  readonly counted: <Ports>(run: Run<Ports>) => Run<Ports>;
  /** Ends with the first request that changes something. */
  readonly asked: Promise<void>;
  /** Makes the ids of requests. */
  readonly makeRequestId: () => string;
  /** Paces the stream, with timers on the replay's time. */
  readonly stream: Pick<StreamEndpointOptions, "pace" | "later" | "every">;
}
