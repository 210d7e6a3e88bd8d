/**
 * Our credentials for the venue's relayer, and the headers that they make.
 *
 * Source: the venue's documentation of its relayer, autumn 2026. The credentials of the order book
 * do not open it.
 *
 * @module
 */
import { Redacted } from "effect";
import type { VenueCredentials } from "../../../core/port/venue_account.ts";
import { type L2Request, l2Signature } from "../clob/l2_auth.ts";

/** A key of one signer, made on the venue's site, or one of a builder, for any signer. */
export type RelayerAccess =
  | {
    readonly kind: "relayer_key";
    readonly apiKey: Redacted.Redacted<string>;
    /** The address of the signer that the key was made for, with its checksum. */
    readonly address: string;
  }
  | { readonly kind: "builder"; readonly credentials: VenueCredentials };

/** Returns the headers of one request. */
export function relayerHeaders(access: RelayerAccess, request: L2Request): Record<string, string> {
  if (access.kind === "relayer_key") {
    return {
      RELAYER_API_KEY: Redacted.value(access.apiKey),
      RELAYER_API_KEY_ADDRESS: access.address,
    };
  }
  const { apiKey, secret, passphrase } = access.credentials;
  return {
    POLY_BUILDER_API_KEY: apiKey,
    POLY_BUILDER_TIMESTAMP: String(request.timestampSec),
    POLY_BUILDER_PASSPHRASE: Redacted.value(passphrase),
    POLY_BUILDER_SIGNATURE: l2Signature(request, secret),
  };
}

/** Returns what no failure may quote, even if the relayer's answer repeats it. */
export function secretsOf(access: RelayerAccess): ReadonlyArray<string> {
  if (access.kind === "relayer_key") return [Redacted.value(access.apiKey)];
  const { apiKey, secret, passphrase } = access.credentials;
  return [apiKey, Redacted.value(secret), Redacted.value(passphrase)];
}

/** Returns what the operator has to check where the relayer does not know us. */
export function accessHint(access: RelayerAccess): string {
  return access.kind === "relayer_key"
    ? `check RELAYER_API_KEY, which serves the wallets of the signer ${access.address}`
    : "check POLYMARKET_BUILDER_API_KEY, its secret and its passphrase";
}
