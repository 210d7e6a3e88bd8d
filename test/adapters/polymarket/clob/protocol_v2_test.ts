import { describe, expect, test } from "bun:test";
import { Chain, ClobClient, Side } from "@polymarket/clob-client-v2";
import { privateKeyToAccount } from "viem/accounts";
import { EXCHANGES, type Hex } from "../../../../adapters/polymarket/clob/contracts.ts";
import { signOrder } from "../../../../adapters/polymarket/clob/order_signature.ts";
import {
  domainSeparator,
  ORDER_TYPE,
  orderHash,
  orderId,
  type OrderStruct,
} from "../../../../adapters/polymarket/clob/order_struct.ts";
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

/**
 * Ids and signatures of orders for Protocol V2, made with the signing library alone: the struct and
 * the hashing are those of the order before, the domain is the new contract's. Of type 3 it is the
 * signature within.
 */
const VECTORS: ReadonlyArray<readonly [SignatureType, id: Hex, signature: string]> = [
  [
    0,
    "0x103044c4ccae002db771d98f09af31eb90dccf1d29b0798dd46dae230fef49ac",
    "0xa4dfbd5e45fd2535dc3c71052e4e910afc49e2602bb01a0a2e5e77f75e2a5fde" +
    "45923ae55680698d7783f9a7022806919d14c9c13b42c60525bb5c9e3e16e7b31c",
  ],
  [
    1,
    "0x43d1ff71fece7051c5054d0e23d99946d54f3d82a5858f5f9ba2ca0ed378fe03",
    "0xc6a0f9ad2dfebfca0eaf836b232eb0d465abcf0c236702c299c43290feda5798" +
    "76b34ce8bc1aff0da8c9732b07381abb44050d9cba146bc68a30f6a7a35f470c1b",
  ],
  [
    2,
    "0x168592f73a4b13c19e981d3be4de193e83fa97f272516c7a78807f2012516fff",
    "0x450ad4a210e17915d767be511af4abf099fc862525b7b294be5a8addff24affb" +
    "6306c2437b5e4c7506d29dad57538cbb4e41bca80944cb3dcd4830df172c87791b",
  ],
  [
    3,
    "0x19381e5cb856fc91072788b6732f9080fb56ad5b318d9a4b98e4498fcd32928f",
    "0xad68b46c7ee20cacf4a38039f6b320c8d65dafbbe1d30db87280c75dd44604fa" +
    "4d96e2793d5899fe21c9917b85762754023a045760f85c38e0af285f7b9e10c21c",
  ],
];

describe("an order for Protocol V2", () => {
  test.each([...VECTORS])("of the type %d has the id and the signature", (type, id, signature) => {
    const [order, exchange] = [orderOf(type), EXCHANGES.v2];
    expect(orderId(order, exchange)).toBe(id);
    const wrapped = type !== 3 ? "" : [
      domainSeparator(exchange).slice(2),
      orderHash(order).slice(2),
      Buffer.from(ORDER_TYPE).toString("hex"),
      ORDER_TYPE.length.toString(16).padStart(4, "0"),
    ].join("");
    expect<string>(signOrder({ order, exchange }, devKey())).toBe(signature + wrapped);
  });

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
