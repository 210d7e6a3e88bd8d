/**
 * Hears what providers send, as they send it: for a recording.
 *
 * @module
 */
import { Context } from "effect";

/** What was received, by the name of its provider on the status page. */
export interface Heard {
  readonly provider: string;
  readonly kind: "frame" | "answer" | "opened" | "lost";
  /**
   * Of an answer its status, and the path and query that it answers; of a loss its reason. Neither
   * has a header: those may be keys.
   */
  readonly about: string;
  /** The text of a frame or the body of an answer; else empty. */
  readonly text: string;
  /** The provider's clock, of an answer that tells it, in unix milliseconds. */
  readonly providerMs: number | null;
}

/** Is told of what is heard at once, and must not wait or fail. Default: nobody listens. */
export const Wiretap = Context.Reference<((heard: Heard) => void) | undefined>(
  "adapters/outbound/Wiretap",
  { defaultValue: () => undefined },
);
