/**
 * Who asks the relayer: the holder of a signer's key, or a builder.
 *
 * Source: the venue's documentation. Credentials of the order book do not open the relayer.
 *
 * @module
 */
import { type SimulatorRequest } from "../../kit/simulator.ts";
import { isSame, signatureOf } from "../clob/l2_request.ts";
import { type BuilderKeys, demoSignerKey, type RelayerKeys } from "./builder_keys.ts";

/** A caller. */
export interface RelayerCaller {
  /** By which what he submits is counted. */
  readonly key: string;
  /** The only signer whose wallets he may use, in lower case; undefined for any. */
  readonly signer: string | undefined;
}

/** What callers are known by. */
export interface CallerParts {
  readonly builderKeys: BuilderKeys;
  readonly relayerKeys: RelayerKeys;
  readonly seed: number;
}

/** A maximum age is not documented; whole seconds are. */
const SECONDS = /^\d{1,12}$/;

/** Returns the caller; undefined for one who must not ask. */
export function readCaller(
  request: SimulatorRequest,
  parts: CallerParts,
): RelayerCaller | undefined {
  return request.headers.has("RELAYER_API_KEY")
    ? readSigner(request, parts)
    : readBuilder(request, parts);
}

function readSigner(
  { headers }: SimulatorRequest,
  { relayerKeys: { signer: given }, seed }: CallerParts,
): RelayerCaller | undefined {
  const [key, address] = ["RELAYER_API_KEY", "RELAYER_API_KEY_ADDRESS"]
    .map((name) => headers.get(name) ?? "") as [string, string];
  const signer = address.toLowerCase();
  const isGiven = given?.address.toLowerCase() === signer && isSame(key, given.apiKey);
  const isRight = isGiven || isSame(key, demoSignerKey(seed, signer).apiKey);
  return isRight ? { key, signer } : undefined;
}

function readBuilder(
  request: SimulatorRequest,
  { builderKeys, relayerKeys: { builder: given } }: CallerParts,
): RelayerCaller | undefined {
  const header = (name: string) => request.headers.get(`POLY_BUILDER_${name}`) ?? "";
  const key = header("API_KEY");
  const timestamp = header("TIMESTAMP");
  const right = given?.apiKey === key ? given : builderKeys.ofId(key);
  if (right === undefined || !SECONDS.test(timestamp)) return undefined;
  const isRight = isSame(header("PASSPHRASE"), right.passphrase) &&
    isSame(header("SIGNATURE"), signatureOf(request, { secret: right.secret, timestamp }));
  return isRight ? { key, signer: undefined } : undefined;
}
