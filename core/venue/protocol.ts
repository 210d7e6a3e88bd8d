/**
 * Protocols by which the primary venue trades: a property of each market, not of the venue.
 *
 * An order that is signed for the wrong protocol is refused at best, so that nothing is guessed
 * here: the catalog, the order book and the ids themselves must all say the same.
 *
 * Source: the venue's documentation of Protocol V2 and its official client, autumn 2026.
 *
 * @module
 */
import { Option, Result } from "effect";
import type { ConditionId } from "./condition_id.ts";
import { looksLikePosition, parsePositionId } from "./position_id.ts";

/** The protocols that orders can be signed for, in the venue's own spelling. */
export const PROTOCOLS = ["v1", "v2"] as const;

/** One of {@linkcode PROTOCOLS}. */
export type Protocol = (typeof PROTOCOLS)[number];

/** What somebody at the venue says of a market's protocol, in its own words; none: nothing. */
export type ToldProtocol = Option.Option<string>;

/** What is said of one market, and the ids by which its outcomes are traded. */
export interface ProtocolClaims {
  readonly catalog: ToldProtocol;
  readonly orderBook: ToldProtocol;
  readonly conditionId: ConditionId;
  /** By outcome, in the catalog's order. */
  readonly tokenIds: ReadonlyArray<string>;
}

/** The protocol that a word of the venue names; none for a word that is not known here. */
export function protocolOf(told: ToldProtocol): Option.Option<Protocol> {
  return Option.flatMap(
    told,
    (word) => Option.fromUndefinedOr(PROTOCOLS.find((known) => known === word)),
  );
}

/** The protocol on which everybody agrees; fails with who says what, to follow "the". */
export function agreedProtocol(claims: ProtocolClaims): Result.Result<Protocol, string> {
  const { catalog, orderBook } = claims;
  const protocol = protocolOf(catalog);
  if (Option.isNone(protocol)) return Result.fail(`venue's catalog says ${said(catalog)} of it`);
  if (Option.getOrUndefined(orderBook) !== protocol.value) {
    const [one, other] = [said(catalog), said(orderBook)];
    return Result.fail(`venue's catalog says ${one} of it, and its order book ${other}`);
  }
  return hasLayoutOf(protocol.value, claims)
    ? Result.succeed(protocol.value)
    : Result.fail(`venue says ${said(catalog)} of it, and the ids of its outcomes do not fit that`);
}

/** Longer words are cut where they are quoted. */
const WORD_LENGTH_MAX = 40;

/** What was told, for a sentence. */
export function said(told: ToldProtocol): string {
  return Option.match(told, {
    onNone: () => "no protocol",
    onSome: (word) => `the protocol "${word.slice(0, WORD_LENGTH_MAX)}"`,
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
