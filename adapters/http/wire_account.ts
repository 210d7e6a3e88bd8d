/**
 * Accounts, keys and wallets as answers carry them.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { SCOPES } from "../../core/access/mod.ts";
import { SIGNATURE_TYPES, WALLET_NEEDS, type WalletNeed } from "../../core/order/mod.ts";
import { IsoWire, nullable, wordSchema } from "./wire_target.ts";

const UuidWire = Type.String({ format: "uuid" });
const AddressWire = Type.String({ pattern: "^0x[0-9a-fA-F]{40}$" });

const AccountWire = Type.Object({
  id: UuidWire,
  email: Type.String({ description: "Names the account to the operator" }),
  created_at: IsoWire,
});

const KeyWire = Type.Object({
  prefix: Type.String({ description: "What the key begins with" }),
  last_four: Type.String(),
  scopes: Type.Array(wordSchema(SCOPES)),
  created_at: IsoWire,
  last_used_at: nullable(IsoWire),
});

/** What a wallet may lack, in the words of answers and of the command line. */
export const NEED_WORD = {
  clobApiKey: "clob_api_key",
  allowances: "allowances_ready",
} as const satisfies Record<WalletNeed, string>;

const WalletWire = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "The `walletId` of order routes" }),
    address: Type.String({ ...AddressWire, description: "Of the signing key" }),
    funder: Type.String({ ...AddressWire, description: "Who holds the money" }),
    signature_type: Type.Union(SIGNATURE_TYPES.map((type) => Type.Literal(type))),
    signature_type_name: Type.String(),
    ready: Type.Boolean({ description: "Whether orders can be placed" }),
    missing: Type.Array(
      wordSchema(WALLET_NEEDS.map((need) => NEED_WORD[need])),
      { description: "What provisioning has not found yet" },
    ),
    max_order_usdc: nullable(
      Type.Number({ description: "What one order may be worth; null: no limit" }),
    ),
    max_daily_usdc: nullable(
      Type.Number({ description: "What all orders of a UTC day may be worth; null: no limit" }),
    ),
    created_at: IsoWire,
  },
  { $id: "TradingWallet", description: "A trading wallet, without its secrets" },
);

/** The answer. */
export const AccountBody = Type.Object({
  now: IsoWire,
  account: AccountWire,
  key: KeyWire,
  wallets: Type.Array(WalletWire),
});

/** An answer, for the document. */
export const ACCOUNT_EXAMPLE = {
  now: "2026-01-01T00:07:00.000Z",
  account: {
    id: "0199f2c4-7b1e-7000-8000-5a1e6b7c8d9e",
    email: "someone@example.com",
    created_at: "2026-01-01T00:00:00.000Z",
  },
  key: {
    prefix: "sk_live_Ab3dE6gH",
    last_four: "x9Yz",
    scopes: ["read", "trade"],
    created_at: "2026-01-01T00:01:00.000Z",
    last_used_at: "2026-01-01T00:06:00.000Z",
  },
  wallets: [{
    id: "0199f2c4-7b1e-7000-8000-0f1e2d3c4b5a",
    address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    funder: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
    signature_type: 0,
    signature_type_name: "key (EOA)",
    ready: false,
    missing: ["allowances_ready"],
    max_order_usdc: 250,
    max_daily_usdc: null,
    created_at: "2026-01-01T00:02:00.000Z",
  }],
};
