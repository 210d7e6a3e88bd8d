import { describe, expect, test } from "bun:test";
import { Effect, Logger, Option, Redacted } from "effect";
import { readinessOf, RIGHTS, rightsOf, type VenueWalletStatus } from "../../../core/order/mod.ts";
import { devKey } from "./clob/dev_wallet.ts";
import {
  type OrderBook,
  testOrderBook,
  TOKEN_ID,
  TOKENS,
  WALLET,
  withOrderBook,
} from "./order_book_world.ts";

const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const LISTED_ADAPTER = "0xadA2005600Dec949baf300f4C6120000bDB6eAab";
const NEG_RISK_ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";
const EXCHANGE = "0xE111180000d2663C0091e4f400237545B87B996B";
const NEG_RISK_EXCHANGE = "0xe2222d279d744050d28e00520010520000310F59";
const EXCHANGE_V3 = "0xe3333700cA9d93003F00f0F71f8515005F6c00Aa";
const UNLIMITED = String(2n ** 256n - 1n);
/** A position of protocol V2: bits 40 to 103 of its id are zero. */
const POSITION_ID = "452312848583266388373324160190187140051835877600158453279131187530910662656";
const BOTH = { v1: Option.some(TOKEN_ID), v2: Option.some(POSITION_ID) };

const calls = (book: OrderBook) =>
  Effect.map(
    book.log,
    (log) => log.map(({ method, path, status }) => `${method} ${path} ${status}`),
  );

const venueStatus = Effect.fnUntraced(function* (
  book: OrderBook,
  { wallet = WALLET, tokens = TOKENS }: Partial<Pick<Question, "wallet" | "tokens">> = {},
) {
  const credentials = yield* book.derive();
  return yield* book.account.status({ wallet, credentials, tokens });
});
type Question = Parameters<OrderBook["account"]["status"]>[0];

/** Answers every question about approvals so. */
const answering = (book: OrderBook, body: object) =>
  book.answer("GET /balance-allowance", 200, { balance: "0", ...body });

/** The kinds of markets that can be bought in, and sold in. */
const tradable = (found: VenueWalletStatus) =>
  readinessOf({ clobApiKey: Option.some("key"), rights: rightsOf(found) })
    .map(({ kind, canBuy, canSell }) => [kind, canBuy, canSell]);
const amounts = ({ approvals }: VenueWalletStatus) =>
  Object.fromEntries(approvals.map(({ right, amountE6 }) => [right, amountE6]));

describe("a wallet's API key", () => {
  testOrderBook("is made, and derived from then on", function* (book) {
    const made = yield* book.derive();
    const again = yield* book.derive();
    expect(again.apiKey).toBe(made.apiKey);
    expect(Redacted.value(again.secret)).toBe(Redacted.value(made.secret));
    expect(Redacted.value(again.passphrase)).toBe(Redacted.value(made.passphrase));
    expect(yield* calls(book)).toEqual([
      "POST /auth/api-key 200",
      "POST /auth/api-key 400",
      "GET /auth/derive-api-key 200",
    ]);
  });

  testOrderBook("is found when the answer that brought it was lost", function* (book) {
    yield* book.fault({ match: "POST /auth/api-key", kind: "lost_reply", times: 1 });
    const { apiKey } = yield* book.derive();
    expect(apiKey).toMatch(/^[0-9a-f]{8}-/);
  });

  testOrderBook("is not given to who does not hold the wallet's key", function* (book) {
    const wallet = { ...WALLET, address: OTHER, funder: OTHER };
    const failure = yield* Effect.flip(book.account.deriveCredentials(wallet, devKey()));
    expect(failure).toMatchObject({
      _tag: "WalletRefused",
      address: OTHER,
      venueMessage: "Invalid L1 Request headers",
    });
    expect(yield* calls(book)).toEqual(["POST /auth/api-key 401"]);
  });

  testOrderBook("is refused with a message that names the remedy", function* (book) {
    const banned = `'${WALLET.address}' address banned`;
    for (
      const [error, venueMessage] of [
        ["Could not create api key", "Could not derive api key!"],
        [banned, banned],
      ] as const
    ) {
      yield* book.answer("POST /auth/api-key", 400, { error });
      expect(yield* Effect.flip(book.derive()))
        .toMatchObject({ _tag: "WalletRefused", venueMessage });
      yield* book.mend;
    }
  });
});

const adapterOf = ({ approvals }: VenueWalletStatus) =>
  approvals.find(({ right }) => right === "collateral:neg_risk_adapter");

describe("a wallet's venue status", () => {
  testOrderBook("is read again, with the signature type, for each kind", function* (book) {
    yield* venueStatus(book, { wallet: { ...WALLET, signatureType: 3 }, tokens: BOTH });
    const asked = (yield* calls(book)).filter((call) => call.includes("balance"));
    for (
      const asset of [
        "COLLATERAL",
        `CONDITIONAL&token_id=${TOKEN_ID}`,
        `CONDITIONAL-V2&token_id=${POSITION_ID}`,
      ]
    ) {
      const query = `asset_type=${asset}&signature_type=3`;
      const update = asked.indexOf(`GET /balance-allowance/update?${query} 200`);
      expect(update).toBeGreaterThanOrEqual(0);
      expect(asked.indexOf(`GET /balance-allowance?${query} 200`)).toBeGreaterThan(update);
    }
    expect(asked).toHaveLength(6);
  });

  testOrderBook("reports what is missing", function* (book) {
    yield* book.put({
      address: WALLET.address.toLowerCase(),
      balance: "12.345678",
      allowances: { [EXCHANGE]: 1 },
    });
    const found = yield* venueStatus(book);
    expect(found.balanceE6).toBe(12_345_678n);
    // An unlisted spender may move nothing; shares of V2 were not requested.
    expect(amounts(found)).toEqual({
      "collateral:exchange": 1_000_000n,
      "collateral:neg_risk_exchange": 0n,
      "collateral:neg_risk_adapter": 0n,
      "collateral:exchange_v3": 0n,
      "shares:exchange": 2n ** 256n - 1n,
      "shares:neg_risk_exchange": 0n,
      "shares:neg_risk_adapter": 0n,
    });
  });

  testOrderBook(
    "tells by shares of V2 whether its markets can be traded",
    function* (book) {
      yield* answering(book, { allowances: { [EXCHANGE_V3.toLowerCase()]: UNLIMITED } });
      const found = yield* venueStatus(book, { tokens: BOTH });
      expect(Object.keys(amounts(found)).sort()).toEqual([...RIGHTS].sort());
      expect(tradable(found)).toEqual([
        ["v1", false, false],
        ["v1_neg_risk", false, false],
        ["v2", true, true],
      ]);
    },
  );

  testOrderBook("reports no shares of a protocol that has no open market", function* (book) {
    const tokens = { v1: Option.none(), v2: Option.none() };
    const found = yield* venueStatus(book, { tokens });
    expect(Object.keys(amounts(found)).every((right) => right.startsWith("collateral:")))
      .toBe(true);
    expect(amounts(found)["collateral:exchange"]).toBe(2n ** 256n - 1n);
    expect((yield* calls(book)).filter((call) => call.includes("balance"))).toHaveLength(2);
  });

  testOrderBook(
    "reports no shares of V2 if the venue does not accept the request",
    function* (book) {
      // Neither a token of V1 nor of V2.
      const tokens = { v1: Option.none(), v2: Option.some("no token") };
      const found = yield* Effect.provide(venueStatus(book, { tokens }), Logger.layer([]));
      expect(Object.keys(amounts(found))).toHaveLength(4);
    },
  );

  testOrderBook(
    "counts the neg-risk adapter that the venue's refusals name, in any case",
    function* (book) {
      for (
        const [given, isReady] of [
          [LISTED_ADAPTER, false],
          [NEG_RISK_ADAPTER.toLowerCase(), true],
          [`0x${NEG_RISK_ADAPTER.slice(2).toUpperCase()}`, true],
        ] as const
      ) {
        const spenders = [NEG_RISK_EXCHANGE, given];
        const allowances = Object.fromEntries(spenders.map((each) => [each, UNLIMITED]));
        yield* answering(book, { allowances });
        const found = yield* venueStatus(book);
        yield* book.mend;
        expect(tradable(found)[1]).toEqual(["v1_neg_risk", isReady, isReady]);
        expect(adapterOf(found)).toMatchObject({ spenderAddress: NEG_RISK_ADAPTER });
      }
      yield* book.put({ address: WALLET.address, allowances: false });
      expect(adapterOf(yield* venueStatus(book)))
        .toMatchObject({ spenderAddress: NEG_RISK_ADAPTER, amountE6: 0n });
    },
  );

  test.each([
    [{ allowance: "1000000" }, Array(7).fill(1_000_000n)],
    [{ allowance: "0" }, Array(7).fill(0n)],
    [{}, []],
  ])(
    "reads the older answer with one allowance for all, or with none: %j",
    (body, expected) =>
      withOrderBook(Effect.fnUntraced(function* (book) {
        yield* answering(book, { balance: "7", ...body });
        const found = yield* venueStatus(book);
        expect(found.balanceE6).toBe(7n);
        expect(Object.values(amounts(found))).toEqual(expected);
      })),
  );

  testOrderBook("reports that the wallet may only close positions", function* (book) {
    yield* book.answer("GET /auth/ban-status", 200, { closed_only: true });
    expect(yield* venueStatus(book)).toMatchObject({ isClosedOnly: true });
  });

  testOrderBook("is not returned to another key", function* (book) {
    const credentials = yield* book.derive();
    const question = { wallet: WALLET, tokens: TOKENS };
    const wrong = [
      { ...credentials, secret: Redacted.make("A".repeat(43) + "=") },
      { ...credentials, passphrase: Redacted.make("wrong") },
      { ...credentials, apiKey: crypto.randomUUID() },
    ];
    for (const credentials of wrong) {
      const failure = yield* Effect.flip(book.account.status({ ...question, credentials }));
      expect(failure).toMatchObject({
        _tag: "WalletRefused",
        venueMessage: "Unauthorized/Invalid api key",
      });
    }
  });

  test.each([
    ["address in closed only mode", 400, "WalletRefused"],
    ["Unauthorized", 401, "WalletRefused"],
    ["Invalid asset type", 400, "ProviderFailed"],
    ["your IP address is blocked", 403, "ProviderFailed"],
  ])(
    "is refused to the wallet or to us: %s",
    (error, status, tag) =>
      withOrderBook(Effect.fnUntraced(function* (book) {
        yield* book.answer("GET /balance-allowance", status, { error });
        expect(yield* Effect.flip(venueStatus(book))).toMatchObject({ _tag: tag });
      })),
  );
});
