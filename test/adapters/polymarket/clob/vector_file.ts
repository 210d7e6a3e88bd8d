/** What the venue's official client made of known orders and claims, recorded in a file. @module */
import type { Hex } from "../../../../adapters/polymarket/clob/contracts.ts";
import type { SignatureType } from "../../../../core/order/mod.ts";
import { sharedPath } from "../../../shared_data.ts";

/** The file's name, for tests that are skipped without it. */
export const VECTOR_FILE = "polymarket/vectors.json";

/** What of the file is read. */
export interface Vectors {
  readonly constants: {
    readonly orderV2: { readonly typeString: string; readonly typeHash: string };
    readonly contracts_137: Readonly<Record<string, string>>;
  };
  readonly generated_orders: ReadonlyArray<{
    readonly name: string;
    readonly exchangeVersion: 2 | 3;
    readonly negRisk: boolean;
    readonly domain: { readonly verifyingContract: string };
    readonly message: {
      readonly salt: string;
      readonly maker: string;
      readonly signer: string;
      readonly tokenId: string;
      readonly makerAmount: string;
      readonly takerAmount: string;
      readonly timestamp: string;
      readonly side: 0 | 1;
      readonly signatureType: SignatureType;
      readonly metadata: Hex;
      readonly builder: Hex;
    };
    readonly typedDataHash_isOrderId: string;
    readonly signature: string;
    readonly wireBodyFOK?: { readonly order: { readonly expiration: string } };
  }>;
  readonly generated_clobAuth_L1: ReadonlyArray<{
    readonly chainId: number;
    readonly timestamp: string;
    readonly nonce: number;
    readonly digest: string;
    readonly signature: string;
  }>;
  readonly generated_hmac_L2: { readonly vectors: ReadonlyArray<HmacVector> };
}

/** A request that was signed with an API key. */
export interface HmacVector {
  readonly secret: string;
  readonly timestamp: number;
  readonly method: string;
  readonly requestPath: string;
  readonly body: string | null;
  readonly signature: string;
}

/** Reads the file. */
export async function readVectors(): Promise<Vectors> {
  return await Bun.file(sharedPath(VECTOR_FILE)).json() as Vectors;
}
