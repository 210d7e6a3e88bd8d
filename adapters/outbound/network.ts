/**
 * What calls and sockets go over, where that is not the machine's network: a recording of it.
 *
 * @module
 */
import { Context, type Effect } from "effect";
import type { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { SocketEnd, SocketOptions } from "./socket.ts";

/** A request to a provider, by its name on the status page. The address is absolute. */
export interface NetworkQuestion {
  readonly provider: string;
  readonly method: "GET" | "HEAD" | "POST" | "DELETE";
  readonly url: string;
}

/** What a provider answered, whatever its status. */
export interface NetworkAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Carries all that adapters send, and what comes back. */
export interface Network {
  /** Answers a request. Fails where there is no answer. */
  readonly answer: (question: NetworkQuestion) => Effect.Effect<NetworkAnswer, ProviderFailed>;
  /**
   * Connects as soon as the provider accepts connections, and runs until the connection ends.
   * Never fails. One that delivered something is opened again without a delay.
   */
  readonly connect: (provider: string, options: SocketOptions) => Effect.Effect<SocketEnd>;
}

/** The network in force. Default: the machine's own. */
export const OtherNetwork = Context.Reference<Network | undefined>(
  "adapters/outbound/OtherNetwork",
  { defaultValue: () => undefined },
);
