/**
 * Port: what the primary venue's own clients sign, and how it is checked.
 *
 * @module
 */
import { Context, type Option, type Redacted } from "effect";
import type { MarketKind, SignatureType } from "../order/mod.ts";
import type { SignedTerms } from "./paper_wire.ts";

/** A claim to control the key of an address. Every field is as it was sent. */
export interface SignInClaim {
  readonly address: string;
  /** Unix seconds, in digits. */
  readonly timestamp: string;
  /** Distinguishes the API keys of an address, in digits. */
  readonly nonce: string;
  readonly signature: string;
}

/** A request that is signed with the secret of an API key. */
export interface SignedCall {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** Exactly as it was sent; empty without one. */
  readonly body: string;
  /** Unix seconds, in digits. */
  readonly timestamp: string;
}

/** An order of a client, as it was sent. Nothing of it is checked but its form. */
export interface ClientOrder {
  readonly terms: SignedTerms;
  /** The API key that it says it is of. */
  readonly owner: string;
  readonly maker: string;
  readonly signer: string;
  readonly signatureType: SignatureType;
  readonly body: string;
}

/** The hash of an order that is signed as it must be, or what is wrong with it. */
export type SignatureVerdict =
  | { readonly orderId: string }
  | { readonly wrong: "signature" | "version" };

/** Checks signatures as the venue does. */
export class VenueSignatures extends Context.Service<VenueSignatures, {
  /** Returns the checksummed address whose key has signed a claim to be it; none if none has. */
  readonly signedIn: (claim: SignInClaim) => Option.Option<string>;

  /** Whether a request's signature is that of a secret; in a time that tells nothing of it. */
  readonly isCallOf: (
    call: SignedCall,
    signed: { readonly signature: string; readonly secret: Redacted.Redacted<string> },
  ) => boolean;

  /** Whether two secrets are the same; in a time that tells nothing of them. */
  readonly isSame: (sent: string, secret: Redacted.Redacted<string>) => boolean;

  /** Reads an order, which is JSON; none where it has another form. */
  readonly readOrder: (body: string) => Option.Option<ClientOrder>;

  /**
   * Judges who has signed an order. `version`: it is signed for the contract of another protocol
   * than that of its market.
   */
  readonly judge: (
    order: ClientOrder,
    signed: { readonly kind: MarketKind; readonly address: string },
  ) => SignatureVerdict;

  /** The contracts that move what an order trades. */
  readonly spenders: ReadonlyArray<string>;
}>()("core/port/VenueSignatures") {}
