/**
 * A reference: the steps of an order that nobody can leave out, handwritten in one function.
 *
 * It reads the order, signs it, stores the signed bytes under the caller's key, posts them to the
 * venue, stores what the venue said, and answers.
 *
 * @module
 */
import process from "node:process";
import { PGlite } from "@electric-sql/pglite";
import { Chain, ClobClient } from "@polymarket/clob-client-v2";
import { Redacted } from "effect";
import postgres from "postgres";
import { privateKeyToAccount } from "viem/accounts";
import { EXCHANGES } from "../../../adapters/polymarket/clob/contracts.ts";
import { l2Headers } from "../../../adapters/polymarket/clob/l2_auth.ts";
import { ZERO_WORD } from "../../../adapters/polymarket/clob/order_struct.ts";
import { signUnsignedOrder } from "../../../adapters/polymarket/clob/unsigned_order.ts";
import { runPrepared } from "../../../adapters/postgres/engine/prepared_statements.ts";
import { announce } from "../copied_answer.ts";

/** What a caller sends: one side of a token, at the amounts below. */
interface Wanted {
  readonly tokenId: string;
  readonly side: "BUY" | "SELL";
}

/** 6 USDC at 60 cents at most, and 5 shares at 40 cents at least. */
const AMOUNTS = {
  BUY: { makerAmountE6: 6_000_000n, takerAmountE6: 10_000_000n },
  SELL: { makerAmountE6: 5_000_000n, takerAmountE6: 2_000_000n },
} as const;

const [clobUrl = "", schema = "", folder = ""] = Bun.argv.slice(2);
const { DATABASE_URL, SIGNING_KEY = "" } = process.env;
const signingKey = Uint8Array.fromHex(SIGNING_KEY);
const account = privateKeyToAccount(`0x${SIGNING_KEY}`);
const client = new ClobClient({
  host: clobUrl,
  chain: Chain.POLYGON,
  signer: { account, signTypedData: account.signTypedData } as never,
});
const { key, secret, passphrase } = await client.deriveApiKey();
const holder = {
  address: account.address,
  credentials: {
    apiKey: key,
    secret: Redacted.make(secret),
    passphrase: Redacted.make(passphrase),
  },
};

const TABLE = `"${schema}".orders`;
const INSERT = `insert into ${TABLE} (key, id, body) values ($1, $2, $3)
  on conflict do nothing returning key`;
const UPDATE = `update ${TABLE} set answer = $2, ended_at = now() where key = $1`;

const run = await openStore();
await run(`create schema if not exists "${schema}"`);
await run(`create table ${TABLE} (key text primary key, id text not null unique,
  body text not null, answer text, made_at timestamptz not null default now(),
  ended_at timestamptz)`);

/** A server, or a store embedded in the folder; either parses a text once. */
async function openStore() {
  if (DATABASE_URL === undefined) {
    const runStatement = runPrepared(await PGlite.create(folder));
    return (text: string, values: Array<string> = []) => runStatement(text, values);
  }
  const sql = postgres(DATABASE_URL, { max: 4, onnotice: () => {} });
  return (text: string, values: Array<string> = []) => sql.unsafe(text, values, { prepare: true });
}

announce(Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  async fetch(request) {
    const idempotencyKey = request.headers.get("idempotency-key");
    const { tokenId, side } = await request.json() as Wanted;
    if (idempotencyKey === null) return refuse(400, "no key");
    const { orderId, body } = signed({ tokenId, side });
    const stored = await run(INSERT, [idempotencyKey, orderId, body]);
    if (stored.length === 0) return refuse(409, "a key that was used");
    const timestampSec = Math.floor(Date.now() / 1000);
    const headers = l2Headers({ method: "POST", path: "/order", body, timestampSec }, holder);
    const response = await fetch(`${clobUrl}/order`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
    });
    const answer = await response.text();
    await run(UPDATE, [idempotencyKey, answer]);
    const { status, makingAmount, takingAmount } = JSON.parse(answer);
    return Response.json({ orderId, status, makingAmount, takingAmount });
  },
}));

function signed({ tokenId, side }: Wanted) {
  const unsigned = {
    salt: BigInt(Math.floor(Math.random() * 2 ** 53)),
    maker: account.address,
    signer: account.address,
    tokenId,
    ...AMOUNTS[side],
    side,
    signatureType: 0,
    timestampMs: Date.now(),
    expirationSec: 0,
    metadata: ZERO_WORD,
    builder: ZERO_WORD,
    exchange: EXCHANGES.v1,
  } as const;
  return signUnsignedOrder(unsigned, {
    orderType: "FOK",
    isPostOnly: false,
    owner: key,
    signingKey,
  });
}

function refuse(status: number, error: string): Response {
  return Response.json({ error }, { status });
}
