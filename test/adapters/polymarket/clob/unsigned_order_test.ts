import { afterAll, describe, expect, test } from "bun:test";
import { Chain, ClobClient, OrderType, Side } from "@polymarket/clob-client-v2";
import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { EXCHANGES, type Hex } from "../../../../adapters/polymarket/clob/contracts.ts";
import { signOrder } from "../../../../adapters/polymarket/clob/order_signature.ts";
import type { OrderStruct } from "../../../../adapters/polymarket/clob/order_struct.ts";
import {
  type PrepareInput,
  signUnsignedOrder,
  toUnsignedOrder,
} from "../../../../adapters/polymarket/clob/unsigned_order.ts";
import {
  MARKET_KINDS,
  type MarketKind,
  type MarketOrder,
  SIGNATURE_TYPES,
  type SignatureType,
} from "../../../../core/order/mod.ts";
import type { UnsignedOrder } from "../../../../core/port/order_venue.ts";
import { testWithShared } from "../../../shared_data.ts";
import { DEV_ADDRESS, DEV_KEY_HEX, devKey } from "./dev_wallet.ts";
import { TOKEN_ID } from "../order_book_world.ts";
import { readVectors, VECTOR_FILE } from "./vector_file.ts";

const FUNDER = `0x${"1".repeat(40)}`;
const OWNER = "00000000-0000-0000-0000-000000000001";
const SALT_MAX = 2n ** 53n;

const draftOf = (
  signatureType: SignatureType,
  { side = "BUY", kind = "v1" }: Partial<{ side: "BUY" | "SELL"; kind: MarketKind }> = {},
): PrepareInput => ({
  wallet: {
    address: DEV_ADDRESS,
    funder: signatureType === 0 ? DEV_ADDRESS : FUNDER,
    signatureType,
  },
  tokenId: TOKEN_ID,
  kind,
  order: {
    kind: "market",
    side,
    orderType: "FOK",
    priceE6: 500_000n,
    makerAmountE6: 5_000_000n,
    takerAmountE6: 10_000_000n,
    quote: {} as MarketOrder["quote"],
  },
});

/** Of a real market of Protocol V2. */
const POSITION_ID = 663574927012476832975694178961957910328055987427402067619466963999000625152n;

/** The venue's own client, with the development wallet. */
function officialClient(host: string, options: object) {
  const account = privateKeyToAccount(`0x${DEV_KEY_HEX}`);
  const signer = { account, signTypedData: account.signTypedData } as never;
  return new ClobClient({ host, chain: Chain.POLYGON, signer, ...options });
}

const how = { orderType: "FOK", isPostOnly: false, owner: OWNER, signingKey: devKey() } as const;

const AT = { timestampMs: 1, chance: 0.5 };

describe("toUnsignedOrder()", () => {
  test.each([...SIGNATURE_TYPES])("names the maker and the signer for type %d", (type) => {
    const { maker, signer, signatureType } = toUnsignedOrder(draftOf(type), AT);
    expect(signatureType).toBe(type);
    expect(maker).toBe(type === 0 ? DEV_ADDRESS : FUNDER);
    expect(signer).toBe(type === 3 ? FUNDER : DEV_ADDRESS);
  });

  test.each([...MARKET_KINDS])("is for the exchange of a market of the kind %s", (kind) => {
    expect(toUnsignedOrder(draftOf(0, { kind }), AT).exchange).toEqual(EXCHANGES[kind]);
  });

  test("has a salt of its own each time, which a JSON number holds", () => {
    const salts = Array.from(
      { length: 1_000 },
      () => toUnsignedOrder(draftOf(0), { timestampMs: 1, chance: Math.random() }).salt,
    );
    expect(new Set(salts).size).toBe(salts.length);
    for (const salt of salts) {
      expect(salt >= 0n && salt < SALT_MAX).toBe(true);
      expect(BigInt(JSON.stringify(Number(salt)))).toBe(salt);
    }
    expect(salts.some((salt) => salt > SALT_MAX / 2n)).toBe(true);
    expect(salts.some((salt) => salt < SALT_MAX / 2n)).toBe(true);
  });
});

describe("signUnsignedOrder()", () => {
  testWithShared([VECTOR_FILE], "makes the bytes and the ids of the vectors", async () => {
    const { generated_orders } = await readVectors();
    expect(generated_orders.map(({ message }) => message.signatureType).sort())
      .toEqual([0, 0, 0, 1, 2, 3]);
    let bodies = 0;
    for (const { message, exchangeVersion, negRisk, domain, ...expected } of generated_orders) {
      const exchange = { address: domain.verifyingContract as Hex, version: exchangeVersion };
      expect(exchange).toEqual(negRisk ? EXCHANGES.v1_neg_risk : EXCHANGES.v1);
      const { salt, makerAmount, takerAmount, timestamp, side, ...fields } = message;
      const signed = signUnsignedOrder({
        ...fields,
        salt: BigInt(salt),
        makerAmountE6: BigInt(makerAmount),
        takerAmountE6: BigInt(takerAmount),
        timestampMs: Number(timestamp),
        expirationSec: 0,
        side: side === 0 ? "BUY" : "SELL",
        exchange,
      }, how);
      expect(signed.orderId).toBe(expected.typedDataHash_isOrderId);
      expect(JSON.parse(signed.body).order.signature).toBe(expected.signature);
      const body = expected.wireBodyFOK;
      // One of them is dated, which is not signed.
      if (body?.order.expiration !== "0") continue;
      expect(signed.body).toBe(JSON.stringify(body));
      bodies += 1;
    }
    expect(bodies).toBeGreaterThan(3);
  });
});

describe("beside the official client", () => {
  const posted: Array<string> = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      posted.push(await request.text());
      return Response.json({ success: true, errorMsg: "", orderID: "0x", status: "live" });
    },
  });
  afterAll(() => server.stop(true));

  /** Has the client post an order that is made of ours, and gives the bytes that came. */
  async function postWithClient(unsigned: UnsignedOrder, orderType: "FOK" | "FAK") {
    const creds = { key: OWNER, secret: "AAAA", passphrase: "a" };
    const client = officialClient(String(server.url), { creds, throwOnError: true });
    const { body } = signUnsignedOrder(unsigned, { ...how, orderType });
    const { order } = JSON.parse(body) as { readonly order: Record<string, unknown> };
    const type = orderType === "FOK" ? OrderType.FOK : OrderType.FAK;
    await client.postOrder({ ...order, salt: String(order["salt"]) } as never, type);
    return { ours: body, theirs: posted.at(-1) };
  }

  test("the bytes are the same, whatever the order", async () => {
    const order = fc.record({
      type: fc.constantFrom(...SIGNATURE_TYPES),
      side: fc.constantFrom("BUY" as const, "SELL" as const),
      kind: fc.constantFrom(...MARKET_KINDS),
      orderType: fc.constantFrom("FOK" as const, "FAK" as const),
    });
    await fc.assert(
      fc.asyncProperty(order, async ({ type, orderType, ...market }) => {
        const unsigned = toUnsignedOrder(draftOf(type, market), {
          timestampMs: 17e11,
          chance: Math.random(),
        });
        const { ours, theirs } = await postWithClient(unsigned, orderType);
        expect(ours).toBe(theirs ?? "");
      }),
      { numRuns: 20 },
    );
  });

  test.each([...SIGNATURE_TYPES])("the signature for V2 is the same, of type %d", async (type) => {
    const { wallet } = draftOf(type);
    const client = officialClient("http://127.0.0.1:9", {
      signatureType: type,
      ...(type === 0 ? {} : { funderAddress: FUNDER }),
    });
    const { signature, ...theirs } = await client.createExchangeV3OrderFromAmounts({
      tokenID: String(POSITION_ID),
      makerAmount: "9580000",
      takerAmount: "23950000",
      side: Side.BUY,
    });
    const order: OrderStruct = {
      salt: BigInt(theirs.salt),
      maker: wallet.funder as Hex,
      signer: type === 3 ? FUNDER : DEV_ADDRESS,
      tokenId: POSITION_ID,
      makerAmountE6: BigInt(theirs.makerAmount),
      takerAmountE6: BigInt(theirs.takerAmount),
      side: "BUY",
      signatureType: type,
      timestampMs: Number(theirs.timestamp),
    };
    expect<string>(signOrder({ order, exchange: EXCHANGES.v2 }, devKey())).toBe(signature);
  });
});
