/** Unique wallets and secrets. @module */
import { Option } from "effect";
import { NO_RIGHTS, UNLIMITED, type Wallet } from "../../core/order/mod.ts";
import type { Sealed } from "../../core/port/secret_box.ts";
import type { SealedSecrets } from "../../core/port/wallet_store.ts";

const KEY_ID = "0123456789abcdef";

/** Returns a unique address. Stores do not verify its checksum. */
export function newAddress(): string {
  return `0x${crypto.randomUUID().replaceAll("-", "")}00aAbBcC`;
}

/** Returns a unique, empty box. */
export function newBox(keyId = KEY_ID): Sealed {
  return { keyId, box: btoa(crypto.randomUUID()) };
}

/** Returns a unique wallet, as imported. */
export function newWallet(accountId: string, fields: Partial<Wallet> = {}): Wallet {
  const address = newAddress();
  return {
    id: crypto.randomUUID(),
    accountId,
    address,
    funder: address,
    signatureType: 0,
    clobApiKey: Option.none(),
    rights: NO_RIGHTS,
    limits: UNLIMITED,
    claimPolicy: "off",
    createdMs: 1_767_225_600_456,
    ...fields,
  };
}

/** Returns the secrets of a wallet that is not provisioned. */
export function newSecrets(fields: Partial<SealedSecrets> = {}): SealedSecrets {
  return { signingKey: newBox(), credentials: Option.none(), ...fields };
}
