/**
 * The identity of one socket's client, and its read permissions.
 *
 * @module
 */
import { type ApiKey, type ApiKeys, readSocketKey } from "../clob/api_keys.ts";
import { type ForcedErrors } from "./forced_errors.ts";
import { type RelayRefusal } from "./relay_refusal.ts";

/** The identity of one client. */
export interface RelayIdentity {
  /** Checks the credentials of an auth frame; undefined once the client is authenticated. */
  claim(auth: unknown): RelayRefusal | undefined;
  /** Returns the code of the missing permission; undefined if it may read. */
  lacking(): string | undefined;
}

/** A documented limit of a connection. */
const AUTH_FRAMES_MAX = 8;

/** Makes an unauthenticated identity. */
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
      // Assumed: wrong credentials give an error on an open socket, on which the client may try
      // again, and the earlier credentials stay valid.
      if (claimed === undefined || !keys.isInForce(claimed)) return { code: "auth_invalid" };
      key = claimed;
      return undefined;
    },
    // Assumed: existing subscriptions continue after the client's key has expired.
    lacking() {
      if (key === undefined) return "auth_required";
      return keys.isInForce(key) ? undefined : "auth_expired";
    },
  };
}
