/** The wallets of a history of claims, one of each type, and the markets that they hold. @module */
import { Option } from "effect";
import { privateKeyToAccount } from "viem/accounts";
import { getAddress } from "viem/utils";
import { proxyOf, safeOf } from "../../../app/simulator/polymarket/relayer/derived_wallet.ts";
import { SIGNATURE_TYPES, type SignatureType } from "../../../core/order/mod.ts";
import { type ConditionId, parseConditionId } from "../../../core/venue/mod.ts";

/** A wallet. */
export interface ClaimWallet {
  readonly id: string;
  readonly signatureType: SignatureType;
  readonly signingKey: Uint8Array;
  /** Of the key, with its checksum. */
  readonly address: `0x${string}`;
  /** Who holds the shares. */
  readonly funder: string;
}

/** The account of all wallets. */
export const ACCOUNT_ID = "account-claims";

/** One of each type, in the order of the types. */
export const WALLETS: ReadonlyArray<ClaimWallet> = SIGNATURE_TYPES.map((signatureType) => {
  const signingKey = new Uint8Array(32).fill(signatureType + 1);
  const { address } = privateKeyToAccount(`0x${signingKey.toHex()}`);
  const digit = String(signatureType + 1);
  const funder = {
    0: () => address,
    1: () => proxyOf(address),
    2: () => safeOf(address),
    3: () => getAddress(`0x${"de90".padEnd(40, "1")}`),
  }[signatureType]();
  const id = `${digit.repeat(8)}-0000-4000-8000-${digit.repeat(12)}`;
  return { id, signatureType, signingKey, address, funder };
});

/** A market, as the venue's metadata lists it. */
export interface ClaimMarket {
  readonly slug: string;
  readonly conditionId: ConditionId;
  readonly tokenIds: readonly [string, string];
  readonly fields: Readonly<Record<string, unknown>>;
}

function marketOfV1(number: number, isNegRisk: boolean): ClaimMarket {
  const conditionId = `0x${String(number).padStart(64, "c")}`;
  const tokenIds = [`7${String(number).padStart(60, "0")}`, `8${"0".repeat(59)}${number}`] as const;
  return {
    slug: `claimed-${number}`,
    conditionId: Option.getOrThrow(parseConditionId(conditionId)),
    tokenIds,
    fields: {
      version: "v1",
      conditionId,
      clobTokenIds: JSON.stringify(tokenIds),
      negRisk: isNegRisk,
    },
  };
}

/** The condition has 31 bytes, and the positions are the condition with the outcome behind it. */
function marketOfV2(number: number): ClaimMarket {
  const base = (1n << 248n) + (BigInt(0xc1a0 + number) << 120n);
  const tokenIds = [String(base), String(base + 1n)] as const;
  const conditionId = `0x${base.toString(16).padStart(64, "0").slice(0, -2)}`;
  return {
    slug: `claimed-${number}`,
    conditionId: Option.getOrThrow(parseConditionId(`${conditionId}00`)),
    tokenIds,
    fields: {
      version: "v2",
      conditionId,
      clobTokenIds: null,
      positionIds: tokenIds,
      negRisk: false,
    },
  };
}

/** Ordinary ones of Protocol V1, one with negative risk, and one of V2. */
export const MARKETS: ReadonlyArray<ClaimMarket> = [
  marketOfV1(1, false),
  marketOfV1(2, true),
  marketOfV2(3),
  marketOfV1(4, false),
];

/** The event of these markets, in the venue's own format. */
export const EVENT = {
  id: "990000",
  slug: "claimed-event",
  title: "Claimed",
  active: true,
  closed: false,
  markets: MARKETS.map(({ slug, fields }, at) => ({
    id: String(990_001 + at),
    slug,
    question: slug,
    outcomes: '["Up", "Down"]',
    active: true,
    closed: false,
    enableOrderBook: true,
    acceptingOrders: true,
    orderPriceMinTickSize: 0.01,
    orderMinSize: 5,
    feesEnabled: false,
    ...fields,
  })),
};
