import { describe, expect, test } from "bun:test";
import { Chain, ClobClient, Side } from "@polymarket/clob-client-v2";
import { privateKeyToAccount } from "viem/accounts";
import { EXCHANGES } from "../../../../adapters/polymarket/clob/contracts.ts";
import { signOrder } from "../../../../adapters/polymarket/clob/order_signature.ts";
import { type OrderStruct } from "../../../../adapters/polymarket/clob/order_struct.ts";
import { SIGNATURE_TYPES, type SignatureType } from "../../../../core/order/mod.ts";
import { DEV_ADDRESS, DEV_KEY_HEX, devKey } from "./dev_wallet.ts";

const FUNDER = `0x${"1".repeat(40)}`;
/** Of a real market of Protocol V2. */
const POSITION_ID = 663574927012476832975694178961957910328055987427402067619466963999000625152n;

const orderOf = (signatureType: SignatureType): OrderStruct => ({
  salt: 123456789n,
  maker: signatureType === 0 ? DEV_ADDRESS : FUNDER,
  signer: signatureType === 3 ? FUNDER : DEV_ADDRESS,
  tokenId: POSITION_ID,
  makerAmountE6: signatureType % 2 === 0 ? 100_000_000n : 20_000_000n,
  takerAmountE6: 50_000_000n,
  side: signatureType % 2 === 0 ? "BUY" : "SELL",
  signatureType,
  timestampMs: 1_793_836_800_000,
});

describe("an order for Protocol V2", () => {
  test.each([...SIGNATURE_TYPES])("is the official client's, for the type %d", async (type) => {
    const account = privateKeyToAccount(`0x${DEV_KEY_HEX}`);
    const client = new ClobClient({
      host: "http://127.0.0.1:9",
      chain: Chain.POLYGON,
      signer: { account, signTypedData: account.signTypedData } as never,
      signatureType: type,
      ...(type === 0 ? {} : { funderAddress: FUNDER }),
    });
    const { signature, ...theirs } = await client.createExchangeV3OrderFromAmounts({
      tokenID: String(POSITION_ID),
      makerAmount: "9580000",
      takerAmount: "23950000",
      side: Side.BUY,
    });
    const { salt, makerAmount, takerAmount, timestamp } = theirs;
    const order: OrderStruct = {
      ...orderOf(type),
      salt: BigInt(salt),
      makerAmountE6: BigInt(makerAmount),
      takerAmountE6: BigInt(takerAmount),
      side: "BUY",
      timestampMs: Number(timestamp),
    };
    expect<string>(signOrder({ order, exchange: EXCHANGES.v2 }, devKey())).toBe(signature);
  });
});
