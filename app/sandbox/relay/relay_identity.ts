/**
 * Who the client of one socket is, and what it may read therefore.
 *
 * @module
 */
import { type ApiKey, type ApiKeys, readSocketKey } from "../order_book/api_keys.ts";
import { type ForcedErrors } from "./forced_errors.ts";
import { type RelayRefusal } from "./relay_refusal.ts";

/** The identity of one client. */
export interface RelayIdentity {
  /** Judges what an auth frame claims; undefined once the client is authenticated. */
  claim(auth: unknown): RelayRefusal | undefined;
  /** The code of what the client lacks to read a channel; undefined where it may. */
  lacking(channel: { readonly isPublic: boolean }): string | undefined;
}

/** A documented limit of a connection. */
const AUTH_FRAMES_MAX = 8;

/** Begins as nobody. */
export function makeRelayIdentity(
  keys: Pick<ApiKeys, "isInForce">,
  forced: ForcedErrors,
): RelayIdentity {
  let key: ApiKey | undefined;
  let frames = 0;
  return {
    claim(auth) {
      frames++;
      if (frames > AUTH_FRAMES_MAX) return { code: "auth_attempts", isLast: true };
      const code = forced.take("auth");
      if (code !== undefined) return { code };
      const claimed = readSocketKey(auth);
      // Assumed: a wrong trio is an error on an open socket, on which the client may try again,
      // and the trio before it stays good.
      if (claimed === undefined || !keys.isInForce(claimed)) return { code: "auth_invalid" };
      key = claimed;
      return undefined;
    },
    // Assumed: what a client reads already, it goes on reading after its key has run out.
    lacking({ isPublic }) {
      if (isPublic) return undefined;
      if (key === undefined) return "auth_required";
      return keys.isInForce(key) ? undefined : "auth_expired";
    },
  };
}
