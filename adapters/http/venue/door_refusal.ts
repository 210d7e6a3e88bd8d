/**
 * The refusals of the venue's own door, with the venue's texts.
 *
 * Source: the venue's documentation of errors, and what its clients have seen.
 *
 * @module
 */
import { Data, Effect } from "effect";

/** A refusal in the venue's form: `error` says why. */
export class DoorRefused extends Data.TaggedError("DoorRefused")<{
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> & { readonly error?: string };
}> {}

/** Makes a refusal. The venue's clients read no more than `error`; what else helps is beside it. */
export function refused(
  status: number,
  error: string,
  more: Readonly<Record<string, unknown>> = {},
): DoorRefused {
  return new DoorRefused({ status, body: { error, ...more } });
}

/** The reasons to refuse a request. */
export const REFUSAL = {
  /** The address, the signature, the time or the nonce is missing or wrong. */
  l1: refused(401, "Invalid L1 Request headers"),
  /** The same for the five headers of an API key. */
  l2: refused(401, "Unauthorized/Invalid api key"),
  /** A wallet has one key, which is never replaced. */
  createOther: refused(400, "Could not create api key", { hint: "Use the nonce 0" }),
  deriveOther: refused(400, "Could not derive api key!", { hint: "Use the nonce 0" }),
  assetType: refused(400, "Invalid asset type"),
  path: refused(404, "not found"),
  payload: refused(400, "Invalid order payload"),
  heartbeat: refused(400, "Invalid heartbeat payload"),
  tokenId: refused(400, "Invalid token id"),
  side: refused(400, "Invalid side"),
  cursor: refused(400, "Invalid next_cursor"),
  book: refused(404, "No orderbook exists for the requested token id"),
  market: refused(404, "market not found"),
  order: refused(404, "order not found"),
  /** No trade was heard of since the book is followed. */
  lastTrade: refused(404, "last trade price not found"),
  /** The venue's older fee, which its books do not state. */
  feeRate: refused(404, "fee rate not found"),
  owner: refused(400, "the order owner has to be the owner of the API KEY"),
  signer: refused(400, "the order signer address has to be the address of the API KEY"),
  signature: refused(400, "invalid signature"),
  version: refused(400, "order_version_mismatch"),
} as const;

/** Returns the refusal of an address without a wallet; `name` is the command that adds one. */
export function unnamed(wanted: "create" | "derive", name: string): DoorRefused {
  const error = wanted === "create" ? "Could not create api key" : "Could not derive api key!";
  return refused(400, error, { hint: `Name the address: ${name}` });
}

/** Returns the refusal of a list that is too long. */
export function tooMany(count: number, max: number): DoorRefused {
  return refused(400, `Too many orders in payload: ${count}, max allowed: ${max}`);
}

/** Answers with a body, or with what the venue would refuse with. */
export function venueAnswer<E, R>(
  answer: Effect.Effect<unknown, E | DoorRefused, R>,
): Effect.Effect<
  { readonly status: number; readonly body: unknown },
  Exclude<E, DoorRefused>,
  R
> {
  const answered = Effect.map(answer, (body) => ({ status: 200, body }));
  return Effect.catchIf(
    answered,
    (failure): failure is Extract<E, DoorRefused> | DoorRefused => failure instanceof DoorRefused,
    ({ status, body }) => Effect.succeed({ status, body: body as unknown }),
  ) as never;
}
