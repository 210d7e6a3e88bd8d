/** The door over paper wallets in a staged market, and callers that sign as clients do. @module */
import { Effect, Layer, Logger, ManagedRuntime, Option, Redacted } from "effect";
import { makeRun } from "../../../adapters/http/edge/run.ts";
import { makeServer, type ServerOptions } from "../../../adapters/http/edge/server.ts";
import type { DoorPorts } from "../../../adapters/http/venue/door_calls.ts";
import { venueDoor } from "../../../adapters/http/venue/venue_door.ts";
import { EXCHANGES } from "../../../adapters/polymarket/clob/contracts.ts";
import { l1Headers } from "../../../adapters/polymarket/clob/l1_auth.ts";
import { l2Signature } from "../../../adapters/polymarket/clob/l2_auth.ts";
import { ZERO_WORD } from "../../../adapters/polymarket/clob/order_struct.ts";
import { addressOf } from "../../../adapters/polymarket/clob/signing_key.ts";
import { signUnsignedOrder } from "../../../adapters/polymarket/clob/unsigned_order.ts";
import { layerPaperWire } from "../../../adapters/polymarket/paper_wire.ts";
import { layerVenueSignatures } from "../../../adapters/polymarket/venue_signatures.ts";
import { makeProcessQuotaStore } from "../../../adapters/process/quota_store.ts";
import { type MarketKind, type OrderType, paperWalletId } from "../../../core/order/mod.ts";
import { AccountStore } from "../../../core/port/account_store.ts";
import { OrderVenue, type UnsignedOrder } from "../../../core/port/order_venue.ts";
import { SecretBox } from "../../../core/port/secret_box.ts";
import { TokenMarkets } from "../../../core/port/token_markets.ts";
import { VenueBooks } from "../../../core/port/venue_books.ts";
import { secretLocation } from "../../../core/port/wallet_store.ts";
import { LiveBooks } from "../../../core/use_case/book/mod.ts";
import {
  layerPaperAccounts,
  makePaperOrderVenue,
  openPaperWallet,
  type WalletOnSignIn,
} from "../../../core/use_case/paper/mod.ts";
import { layerMemoryAccountStore } from "../../memory/account_store.ts";
import { layerMemoryPaperStore } from "../../memory/paper_store.ts";
import { makeMemoryVenueBooks, venueBook } from "../../memory/venue_books.ts";
import { NOW_MS } from "../edge/test_server.ts";
import { QUIET_EDGE } from "../edge/quiet_edge.ts";
import { makeOrderWorld, PLAIN, V2 } from "../../stage/order_world.ts";

/** The token of the staged market's first outcome: bids at 0.38, asks at 0.40. */
export const TOKEN = "11";
const EMAIL = "someone@example.com";
const NOW_SEC = Math.floor(NOW_MS / 1000);
/** That of a market of Protocol V2, with the same book. */
export const V2_TOKEN = Option.getOrThrow(V2.outcomes[0]?.tokenId ?? Option.none<string>());
const SLUGS = new Map([[TOKEN, PLAIN.slug], [V2_TOKEN, V2.slug]]);

/** Two signing keys. */
export const [KEY, OTHER_KEY] = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];

/** An API key, as it is answered. */
export interface ApiKey {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** An answer whose fields a test still has to check. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The door, and the hands on it. */
export async function doorWorld(
  { welcome = Option.none(), ...options }: {
    readonly welcome?: Option.Option<WalletOnSignIn>;
  } & Partial<Pick<ServerOptions<DoorPorts>, "quota" | "keyedQuota">> = {},
) {
  const orders = makeOrderWorld();
  const books = makeMemoryVenueBooks();
  const conditionId = Option.getOrThrow(PLAIN.conditionId);
  const { book } = venueBook(TOKEN, {
    bids: [{ priceE6: 380_000n, sizeE6: 100_000_000n }],
    asks: [{ priceE6: 400_000n, sizeE6: 100_000_000n }],
  });
  books.answer({ book: { ...book, conditionId }, atMs: NOW_MS, hash: Option.none() });
  const layer = Layer.effect(OrderVenue, makePaperOrderVenue).pipe(
    Layer.provideMerge(layerPaperAccounts),
    Layer.provideMerge(Layer.mergeAll(
      orders.layer,
      layerMemoryAccountStore,
      layerMemoryPaperStore,
      layerPaperWire,
      layerVenueSignatures,
      Layer.succeed(VenueBooks, books.service),
      Layer.mock(LiveBooks, { ...books.service, tradesNow: () => [] }),
      Layer.succeed(TokenMarkets, {
        slugOf: (tokenId) => Effect.succeed(Option.fromUndefinedOr(SLUGS.get(tokenId))),
        slugOfCondition: () => Effect.succeedNone,
      }),
      Logger.layer([]),
    )),
  );
  const runtime = ManagedRuntime.make(layer);
  const run = makeRun(runtime);
  const NOBODY = { upgrade: () => undefined };
  const server = makeServer<DoorPorts>({
    ...QUIET_EDGE,
    plugins: (gate) => venueDoor(gate, { welcome, sockets: { market: NOBODY, user: NOBODY } }),
    run,
    clock: { nowMs: () => NOW_MS, stopwatchMs: () => 0 },
    quotaStore: makeProcessQuotaStore(),
    peerAddressOf: () => "203.0.113.9",
    ...options,
  });
  const runPromise = runtime.runPromise.bind(runtime);
  const account = { id: crypto.randomUUID(), email: EMAIL, createdMs: NOW_MS };
  await runPromise(AccountStore.use((store) => store.addAccount(account)));

  const ask = async (method: string, path: string, init: RequestInit = {}): Promise<Answered> => {
    const headers = new Headers(init.headers);
    if (init.body !== undefined) headers.set("content-type", "application/json");
    const request = new Request(`http://localhost/venue${path}`, { ...init, method, headers });
    const response = await server.handle(request);
    const body = await response.json() as Answered["body"];
    return { status: response.status, headers: response.headers, body };
  };
  const signIn = (
    method: "POST" | "GET" = "POST",
    { signingKey = KEY, ...claim }: {
      readonly signingKey?: Uint8Array;
      readonly timestampSec?: number;
      readonly nonce?: number;
      readonly chainId?: number;
    } = {},
    headers: Readonly<Record<string, string>> = {},
  ) => {
    const address = Option.getOrThrow(addressOf(signingKey));
    const own = l1Headers({ address, timestampSec: NOW_SEC, nonce: 0, ...claim }, signingKey);
    const path = method === "POST" ? "/auth/api-key" : "/auth/derive-api-key";
    return ask(method, path, { headers: { ...own, ...headers } });
  };
  return {
    account,
    ask,
    books,
    runPromise,
    signIn,
    /** Opens a paper wallet of an address, whose orders arrive at once. */
    name: (signingKey = KEY, usdcE6 = 100_000_000n) =>
      runPromise(openNamed({ email: EMAIL, signingKey, usdcE6 })),
    /** A caller with its API key. */
    caller: async (signingKey = KEY) => {
      const { body } = await signIn("GET", { signingKey });
      return makeCaller({ ask, signingKey, key: body as unknown as ApiKey });
    },
  };
}

/** The secrets of every wallet that is named. */
export const SECRETS = {
  secret: new Uint8Array(32).fill(1).toBase64({ alphabet: "base64url" }),
  passphrase: "passphrase",
};

/** Opens a paper wallet of an address, as its operator names it. Its orders arrive at once. */
export const openNamed = Effect.fnUntraced(function* (
  { email, signingKey, usdcE6 }: {
    readonly email: string;
    readonly signingKey: Uint8Array;
    readonly usdcE6: bigint;
  },
) {
  const id = paperWalletId(crypto.randomUUID());
  const address = Option.getOrThrow(addressOf(signingKey));
  const sealed = yield* (yield* SecretBox).seal(signingKey, secretLocation(id, "signingKey"));
  const own = { funder: address, signatureType: 0 as const, signingKey: sealed };
  const latencyMs = Option.some(0);
  return yield* openPaperWallet({ id, email, address, usdcE6, ...own, ...SECRETS, latencyMs });
});

/** What an order says, besides what every order does. */
export interface OrderFields {
  readonly tokenId?: string;
  readonly side?: "BUY" | "SELL";
  readonly makerAmountE6?: bigint;
  readonly takerAmountE6?: bigint;
  readonly orderType?: OrderType;
  readonly signer?: string;
  readonly owner?: string;
  readonly kind?: MarketKind;
  readonly salt?: bigint;
}

function makeCaller({ ask, signingKey, key }: {
  readonly ask: (method: string, path: string, init?: RequestInit) => Promise<Answered>;
  readonly signingKey: Uint8Array;
  readonly key: ApiKey;
}) {
  const address = Option.getOrThrow(addressOf(signingKey));
  let salt = 0n;
  const headersOf = (
    method: "GET" | "POST" | "DELETE",
    path: string,
    { body = "", timestampSec = NOW_SEC } = {},
  ): Record<string, string> => ({
    POLY_ADDRESS: address,
    POLY_SIGNATURE: l2Signature(
      { method, path: path.split("?")[0] ?? "", body, timestampSec },
      Redacted.make(key.secret),
    ),
    POLY_TIMESTAMP: String(timestampSec),
    POLY_API_KEY: key.apiKey,
    POLY_PASSPHRASE: key.passphrase,
  });
  const call = (method: "GET" | "POST" | "DELETE", path: string, sent?: unknown) => {
    const body = sent === undefined || typeof sent === "string" ? sent : JSON.stringify(sent);
    return ask(method, path, {
      headers: headersOf(method, path, body === undefined ? {} : { body }),
      ...(body === undefined ? {} : { body }),
    });
  };
  /** Signs an order: to buy 10 shares at 0.30 unless the fields say otherwise, which rests. */
  const signed = (fields: OrderFields = {}) => {
    const { orderType = "GTC", owner = key.apiKey, kind = "v1", ...rest } = fields;
    salt += 1n;
    const unsigned: UnsignedOrder = {
      salt,
      maker: address,
      signer: address,
      tokenId: TOKEN,
      makerAmountE6: 3_000_000n,
      takerAmountE6: 10_000_000n,
      side: "BUY",
      signatureType: 0,
      timestampMs: NOW_MS,
      expirationSec: 0,
      metadata: ZERO_WORD,
      builder: ZERO_WORD,
      exchange: EXCHANGES[kind],
      ...rest,
    };
    return signUnsignedOrder(unsigned, { orderType, isPostOnly: false, owner, signingKey });
  };
  return {
    address,
    key,
    call,
    headersOf,
    signed,
    place: async (fields: OrderFields = {}) => {
      const order = signed(fields);
      return { ...await call("POST", "/order", order.body), order };
    },
  };
}
