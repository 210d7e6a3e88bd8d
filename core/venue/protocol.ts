/**
 * The primary venue's trading protocols: a property of each market, not of the venue.
 *
 * An order signed for the wrong protocol is refused at best, so nothing is guessed here: the
 * catalog, the order book and the ids themselves must all agree.
 *
 * Source: the venue's documentation of Protocol V2 and its official client, autumn 2026.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { ConditionId } from "./condition_id.ts";
import { looksLikePosition, parsePositionId } from "./position_id.ts";

/** The protocols that orders can be signed for, as the venue spells them. */
export const PROTOCOLS = ["v1", "v2"] as const;

/** One of {@linkcode PROTOCOLS}. */
export type Protocol = (typeof PROTOCOLS)[number];

/** A market's protocol as one of the venue's services states it; none if it states nothing. */
export type StatedProtocol = Option.Option<string>;

/** The statements about one market's protocol, and the ids of its condition and outcomes. */
export interface ProtocolClaims {
  readonly catalog: StatedProtocol;
  readonly orderBook: StatedProtocol;
  readonly conditionId: ConditionId;
  /** By outcome, in the catalog's order. */
  readonly tokenIds: ReadonlyArray<string>;
}

/** Returns the protocol that the venue states; none for an unknown name. */
export function protocolOf(stated: StatedProtocol): Option.Option<Protocol> {
  return Option.flatMap(
    stated,
    (name) => Option.fromUndefinedOr(PROTOCOLS.find((known) => known === name)),
  );
}

/**
 * Returns the protocol on which all claims agree. Fails with a description of the conflict, which
 * continues a sentence that ends with "the".
 */
export function agreedProtocol(claims: ProtocolClaims): Result.Result<Protocol, string> {
  const { catalog, orderBook } = claims;
  const protocol = protocolOf(catalog);
  if (Option.isNone(protocol)) {
    return Result.fail(`venue's catalog says ${describeProtocol(catalog)} of it`);
  }
  if (Option.getOrUndefined(orderBook) !== protocol.value) {
    const [one, other] = [describeProtocol(catalog), describeProtocol(orderBook)];
    return Result.fail(`venue's catalog says ${one} of it, and its order book ${other}`);
  }
  return hasLayoutOf(protocol.value, claims) ? Result.succeed(protocol.value) : Result.fail(
    `venue says ${describeProtocol(catalog)} of it, and the ids of its outcomes do not fit that`,
  );
}

/** Longer names are truncated in messages. */
const QUOTED_CHARS_MAX = 40;

/** Formats a stated protocol for a message. */
export function describeProtocol(stated: StatedProtocol): string {
  return Option.match(stated, {
    onNone: () => "no protocol",
    onSome: (name) => `the protocol "${name.slice(0, QUOTED_CHARS_MAX)}"`,
  });
}

function hasLayoutOf(
  protocol: Protocol,
  { conditionId, tokenIds }: Pick<ProtocolClaims, "conditionId" | "tokenIds">,
): boolean {
  if (protocol === "v1") return !tokenIds.some(looksLikePosition);
  return tokenIds.every((tokenId, at) =>
    Option.exists(
      parsePositionId(tokenId),
      (read) => read.conditionId === conditionId && read.outcomeIndex === at,
    )
  );
}
