/**
 * Accounts, keys and wallets as answers carry them.
 *
 * @module
 */
import { NEED_WORD } from "./need_word.ts";
import { Type } from "@sinclair/typebox";
import { SCOPES } from "../../../core/access/mod.ts";
import {
  CLAIM_POLICIES,
  MARKET_KINDS,
  SIGNATURE_TYPES,
  WALLET_NEEDS,
} from "../../../core/order/mod.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { ExactNumber } from "../wire/number.ts";
import { words } from "../wire/text.ts";

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
  scopes: Type.Array(words(SCOPES)),
  created_at: IsoWire,
  last_used_at: nullable(IsoWire),
});

const ReadinessWire = Type.Object(
  {
    market: words(MARKET_KINDS, {
      description: "Markets of protocol V1, its neg-risk ones, or those of V2",
    }),
    buy: Type.Boolean(),
    sell: Type.Boolean(),
    missing: Type.Array(
      Type.Object({
        side: words(["buy", "sell"], { description: "What it is needed for" }),
        approval: Type.String({
          description: "The contract that the funder calls to give it, and the call",
        }),
        known: Type.Boolean({
          description: "True: the venue says that it is not given. False: it has not said " +
            "anything of it when the wallet was provisioned",
        }),
      }),
    ),
  },
  {
    $id: "WalletReadiness",
    description: "What can be traded in markets of one kind, as provisioning has seen it",
  },
);

/** A trading wallet. */
export const WalletWire = Type.Object(
  {
    id: Type.String({ format: "uuid", description: "The `walletId` of order routes" }),
    address: Type.String({ ...AddressWire, description: "Of the signing key" }),
    funder: Type.String({ ...AddressWire, description: "Who holds the money" }),
    signature_type: words(SIGNATURE_TYPES),
    signature_type_name: Type.String({ description: "`paper` for a paper wallet" }),
    ready: Type.Boolean({
      description: "Whether markets of one kind at least can be bought and sold",
    }),
    missing: Type.Array(
      words(WALLET_NEEDS.map((need) => NEED_WORD[need]), {
        examples: [NEED_WORD.clobApiKey],
      }),
      { description: "What `ready` lacks; which approvals, says `ready_for`" },
    ),
    ready_for: Type.Array(ReadinessWire, { description: "One item a kind of market" }),
    max_order_usdc: nullable(
      ExactNumber({ description: "What one order may be worth; null: no limit" }),
    ),
    max_daily_usdc: nullable(
      ExactNumber({ description: "What all orders of a UTC day may be worth; null: no limit" }),
      { examples: [2_500] },
    ),
    claim_policy: words(CLAIM_POLICIES, {
      description: "`auto`: the service claims by itself what the wallet has won once its market " +
        "is resolved. `off`: only on request",
    }),
    created_at: IsoWire,
  },
  { $id: "TradingWallet", description: "A trading wallet, without its secrets" },
);

const ACCOUNT_EXAMPLE = {
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
    ready: true,
    missing: [],
    ready_for: [
      { market: "v1", buy: true, sell: true, missing: [] },
      {
        market: "v1_neg_risk",
        buy: false,
        sell: true,
        missing: [{
          side: "buy",
          approval: "pUSD 0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB " +
            "approve(0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296, amount)",
          known: true,
        }],
      },
      { market: "v2", buy: true, sell: true, missing: [] },
    ],
    max_order_usdc: 250,
    max_daily_usdc: null,
    claim_policy: "off",
    created_at: "2026-01-01T00:02:00.000Z",
  }],
};

/** The account of a key. */
export const AccountBody = Type.Object({
  now: IsoWire,
  account: AccountWire,
  key: KeyWire,
  wallets: Type.Array(WalletWire),
}, { description: "The account", examples: [ACCOUNT_EXAMPLE] });
