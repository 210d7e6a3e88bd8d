import { describe, expect, test } from "bun:test";
import { Effect, Redacted } from "effect";
import { areApprovalsGiven } from "../../../core/order/mod.ts";
import { devKey } from "./clob/dev_wallet.ts";
import { type OrderBook, TOKEN_ID, WALLET, withOrderBook } from "./order_book_world.ts";

const OTHER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ADAPTER = "0xadA2005600Dec949baf300f4C6120000bDB6eAab";
const FORMER_ADAPTER = "0xd91E80cF2E7be2e162c6513ceD06f1dD0dA35296";
const EXCHANGES = [
  "0xE111180000d2663C0091e4f400237545B87B996B",
  "0xe2222d279d744050d28e00520010520000310F59",
];

const calls = (book: OrderBook) =>
  Effect.map(
    book.log,
    (log) => log.map(({ method, path, status }) => `${method} ${path} ${status}`),
  );

const standing = Effect.fnUntraced(function* (book: OrderBook, wallet = { ...WALLET }) {
  const credentials = yield* book.account.deriveCredentials(WALLET, devKey());
  return yield* book.account.standing({ wallet, credentials, tokenId: TOKEN_ID });
});

describe("a wallet's API key", () => {
  test("is made, and derived from then on", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      const made = yield* book.account.deriveCredentials(WALLET, devKey());
      const again = yield* book.account.deriveCredentials(WALLET, devKey());
      expect(again.apiKey).toBe(made.apiKey);
      expect(Redacted.value(again.secret)).toBe(Redacted.value(made.secret));
      expect(Redacted.value(again.passphrase)).toBe(Redacted.value(made.passphrase));
      expect(yield* calls(book)).toEqual([
        "POST /auth/api-key 200",
        "POST /auth/api-key 400",
        "GET /auth/derive-api-key 200",
      ]);
    })));

  test("is found when the answer that brought it was lost", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      yield* book.fault({ match: "POST /auth/api-key", kind: "lost_reply", times: 1 });
      const { apiKey } = yield* book.account.deriveCredentials(WALLET, devKey());
      expect(apiKey).toMatch(/^[0-9a-f]{8}-/);
    })));

  test("is not given to who does not hold the wallet's key", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      const wallet = { ...WALLET, address: OTHER, funder: OTHER };
      const failure = yield* Effect.flip(book.account.deriveCredentials(wallet, devKey()));
      expect(failure).toMatchObject({
        _tag: "WalletRefused",
        address: OTHER,
        words: "Invalid L1 Request headers",
      });
      expect(yield* calls(book)).toEqual(["POST /auth/api-key 401"]);
    })));

  test("is refused with the words that help", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      const refuse = (words: string) =>
        book.fault({
          match: "POST /auth/api-key",
          kind: "status",
          status: 400,
          body: { error: words },
          times: 1,
        });
      for (
        const [words, told] of [
          [`'${WALLET.address}' address banned`, `'${WALLET.address}' address banned`],
          ["Could not create api key", "Could not derive api key!"],
        ] as const
      ) {
        yield* refuse(words);
        const failure = yield* Effect.flip(book.account.deriveCredentials(WALLET, devKey()));
        expect(failure).toMatchObject({ _tag: "WalletRefused", words: told });
      }
    })));
});

describe("a wallet's standing", () => {
  test("is what the venue knows of one it has not seen", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      const found = yield* standing(book);
      expect(found).toMatchObject({ balanceE6: 10_000_000_000n, isClosedOnly: false });
      expect(found.approvals).toHaveLength(6);
      expect(areApprovalsGiven(found)).toBe(true);
    })));

  test("is read anew, for the money and for shares, with the signature type", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      yield* standing(book, { ...WALLET, signatureType: 3 as 0 });
      const asked = (yield* calls(book)).filter((call) => call.includes("balance"));
      const shares = `asset_type=CONDITIONAL&token_id=${TOKEN_ID}&signature_type=3`;
      for (const query of ["asset_type=COLLATERAL&signature_type=3", shares]) {
        const update = asked.indexOf(`GET /balance-allowance/update?${query} 200`);
        expect(update).toBeGreaterThanOrEqual(0);
        expect(asked.indexOf(`GET /balance-allowance?${query} 200`)).toBeGreaterThan(update);
      }
      expect(asked).toHaveLength(4);
    })));

  test("says what is missing", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      yield* book.put({
        address: WALLET.address.toLowerCase(),
        balance: "12.345678",
        allowances: { [EXCHANGES[0] ?? ""]: 1 },
      });
      const { balanceE6, approvals } = yield* standing(book);
      expect(balanceE6).toBe(12_345_678n);
      expect(approvals.map(({ asset, spender, isGiven }) => `${asset} ${spender} ${isGiven}`))
        .toEqual([
          "collateral exchange true",
          "collateral neg-risk exchange false",
          "collateral neg-risk adapter false",
          "shares exchange true",
          "shares neg-risk exchange false",
          "shares neg-risk adapter false",
        ]);
    })));

  test("counts the neg-risk adapter at either of its addresses, in any case", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      for (
        const [given, expected] of [
          [ADAPTER.toLowerCase(), ADAPTER],
          [`0x${FORMER_ADAPTER.slice(2).toUpperCase()}`, FORMER_ADAPTER],
        ] as const
      ) {
        const allowances = Object.fromEntries([...EXCHANGES, given].map((each) => [each, "5"]));
        const body = { balance: "0", allowances };
        yield* book.fault({
          match: "GET /balance-allowance",
          kind: "status",
          status: 200,
          body,
          times: 4,
        });
        const found = yield* standing(book);
        expect(areApprovalsGiven(found)).toBe(true);
        expect(found.approvals[2]).toMatchObject({ spenderAddress: expected });
      }
      yield* book.put({ address: WALLET.address, allowances: false });
      const [, , adapter] = (yield* standing(book)).approvals;
      expect(adapter).toMatchObject({ spenderAddress: FORMER_ADAPTER, isGiven: false });
    })));

  test.each([["5", true], ["0", false], [undefined, false]] as const)(
    "reads the older answer with one allowance, %p",
    (allowance, isGiven) =>
      withOrderBook(Effect.fnUntraced(function* (book) {
        const body = { balance: "7", ...(allowance === undefined ? {} : { allowance }) };
        yield* book.fault({ match: "GET /balance-allowance", kind: "status", status: 200, body });
        const found = yield* standing(book);
        expect(found.balanceE6).toBe(7n);
        expect(found.approvals.map((each) => each.isGiven)).toEqual(Array(6).fill(isGiven));
        expect(found.approvals[2]?.spenderAddress).toBe(ADAPTER);
      })),
  );

  test("says that the wallet may only close positions", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      yield* book.fault({
        match: "GET /auth/ban-status",
        kind: "status",
        status: 200,
        body: { closed_only: true },
      });
      expect(yield* standing(book)).toMatchObject({ isClosedOnly: true });
    })));

  test("is not told to another key", () =>
    withOrderBook(Effect.fnUntraced(function* (book) {
      const credentials = yield* book.account.deriveCredentials(WALLET, devKey());
      const question = { wallet: WALLET, tokenId: TOKEN_ID };
      const wrong = [
        { ...credentials, secret: Redacted.make("A".repeat(43) + "=") },
        { ...credentials, passphrase: Redacted.make("wrong") },
        { ...credentials, apiKey: crypto.randomUUID() },
      ];
      for (const credentials of wrong) {
        const failure = yield* Effect.flip(book.account.standing({ ...question, credentials }));
        expect(failure).toMatchObject({
          _tag: "WalletRefused",
          words: "Unauthorized/Invalid api key",
        });
      }
    })));

  test.each([
    ["address in closed only mode", 400, "WalletRefused"],
    ["Unauthorized", 401, "WalletRefused"],
    ["Invalid asset type", 400, "ProviderFailed"],
    ["your IP address is blocked", 403, "ProviderFailed"],
  ])(
    "is refused to the wallet or to us: %s",
    (error, status, tag) =>
      withOrderBook(Effect.fnUntraced(function* (book) {
        const match = "GET /balance-allowance";
        yield* book.fault({ match, kind: "status", status, body: { error } });
        expect(yield* Effect.flip(standing(book))).toMatchObject({ _tag: tag });
      })),
  );
});
