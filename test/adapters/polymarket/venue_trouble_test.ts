import { describe, expect, test } from "bun:test";
import { Effect, Redacted, Result } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import type { VenueCredentials, WalletRefused } from "../../../core/port/venue_account.ts";
import { l1Headers } from "../../../adapters/polymarket/clob/l1_auth.ts";
import { troubleContract } from "../../contract/trouble_contract.ts";
import { makeStillClock, ms } from "../../simulator/kit/support.ts";
import { moveTime } from "../outbound/moved_time.ts";
import { DEV_KEY_HEX, devKey } from "./clob/dev_wallet.ts";
import {
  type OrderBook,
  testOrderBook,
  TOKENS,
  WALLET,
  withOrderBook,
} from "./order_book_world.ts";

const REGION = { error: "Trading restricted in your region" };
const PAGE = "<!DOCTYPE html><title>Attention Required! | Cloudflare</title>";

/** Both questions of the port, with where each is asked. */
const QUESTIONS = [
  ["the venue's API key", "POST /auth/api-key"],
  ["the wallet's balance", "GET /balance-allowance"],
  ["whether the wallet may open positions", "GET /auth/ban-status"],
] as const;

const ask = (
  book: OrderBook,
  match: string,
  credentials: VenueCredentials,
): Effect.Effect<unknown, ProviderFailed | WalletRefused> =>
  match.startsWith("POST")
    ? book.derive()
    : book.account.status({ wallet: WALLET, credentials, tokens: TOKENS });

for (const [wanted, match] of QUESTIONS) {
  troubleContract({
    name: `the question for ${wanted}`,
    meet: (fault) =>
      withOrderBook(Effect.fnUntraced(function* (book) {
        const credentials = yield* book.derive();
        yield* book.fault({ match, ...fault });
        const result = yield* Effect.result(ask(book, match, credentials));
        if (Result.isFailure(result)) {
          expect(result.failure.message).toStartWith(
            match.includes("balance")
              ? "Cannot get the wallet's "
              : `Cannot get ${wanted} from the venue orders: `,
          );
        }
        const calls = (yield* book.log).filter(({ status }) => status === fault["status"]).length;
        return { results: [result], calls };
      })),
    failure: { provider: "venue orders" },
    troubles: [
      [{ status: 502, times: 2 }, "passes", 2],
      [500, "unreachable"],
      ["drop", "unreachable"],
      [{ status: 503, retry_after: 9 }, "unreachable"],
      [425, ["limited", 10]],
      [{ status: 429, retry_after: 7 }, ["limited", 7]],
      [{ status: 403, body: REGION }, "refused"],
      [{ status: 403, body: PAGE }, "refused"],
      [{ status: 401, body: PAGE }, "refused"],
      [404, "refused"],
      [{ status: 200, body: { apiKey: 1 } }, "unreadable"],
    ],
  });
}

testOrderBook("a refusal is not asked again, and half an answer cannot be used", function* (book) {
  yield* book.answer("POST /auth/api-key", 403, REGION);
  yield* Effect.flip(book.derive());
  expect(yield* book.log).toHaveLength(1);
  yield* book.mend;
  yield* book.derive();
  yield* book.fault({ match: "GET /auth/derive-api-key", kind: "malformed" });
  expect(yield* Effect.flip(book.derive()))
    .toMatchObject({ _tag: "ProviderFailed", reason: "unreadable" });
});

test("a venue that hangs is given up", async () => {
  using time = moveTime();
  await time.during(withOrderBook(Effect.fnUntraced(function* (book) {
    yield* book.fault({ match: "POST /auth/api-key", kind: "stall" });
    const failure = yield* Effect.flip(book.derive());
    expect(failure).toMatchObject({ _tag: "ProviderFailed", reason: "timeout" });
    expect(yield* book.log).toHaveLength(1);
  })));
});

describe("no failure reveals a secret", () => {
  const secretsOf = ({ secret, passphrase }: VenueCredentials) => [
    Redacted.value(secret),
    Redacted.value(passphrase),
    DEV_KEY_HEX,
    BigInt(`0x${DEV_KEY_HEX}`).toString(),
  ];
  /** Whatever a log, an answer or a debugger might make of it. */
  const textOf = (failure: Error) =>
    [
      failure.message,
      String(failure.cause),
      JSON.stringify(failure),
      Bun.inspect(failure, { depth: 20 }),
      Bun.inspect(failure.cause, { depth: 20 }),
    ].join("\n");

  /** An answer of the venue that repeats all it knows. */
  const repeating = (credentials: VenueCredentials) => {
    const [secret, passphrase] = secretsOf(credentials);
    return { error: `no key ${passphrase}, ${secret}`, secret, passphrase, balance: passphrase };
  };

  test.each(
    QUESTIONS.flatMap(([wanted, match]) =>
      [200, 400, 401, 403, 429, 500].map((status) => [wanted, status, match] as const)
    ),
  )(
    "asking for %s, answered with %d and secrets in it",
    (_, status, match) =>
      withOrderBook(Effect.fnUntraced(function* (book) {
        const credentials = yield* book.derive();
        const body = match.startsWith("POST")
          ? { ...repeating(credentials), error: 5, apiKey: "two words" }
          : repeating(credentials);
        for (const each of [match, "GET /auth/derive"]) {
          yield* book.answer(each, status, body);
        }
        const failure = yield* Effect.flip(ask(book, match, credentials));
        for (const secret of secretsOf(credentials)) expect(textOf(failure)).not.toContain(secret);
      })),
  );

  testOrderBook("when credentials come that no header can carry", function* (book) {
    const body = { apiKey: "a", secret: "AAAA", passphrase: "marked\nsecret" };
    yield* book.answer("POST /auth/api-key", 200, body);
    const failure = yield* Effect.flip(book.derive());
    expect(failure).toMatchObject({ reason: "unreadable" });
    expect(textOf(failure)).not.toContain("marked");
  });

  test("when the venue repeats a signature", async () => {
    const clock = makeStillClock(ms("2026-11-20T12:00:00Z"));
    const claim = { address: WALLET.address, timestampSec: clock.nowMs() / 1000, nonce: 0 };
    const { POLY_SIGNATURE: signature } = l1Headers(claim, devKey());
    await withOrderBook(
      Effect.fnUntraced(function* (book) {
        const body = { error: `not ${signature}` };
        yield* book.answer("POST /auth/api-key", 401, body);
        const failure = yield* Effect.flip(book.derive());
        expect(failure).toMatchObject({ _tag: "WalletRefused", venueMessage: "not [hidden]" });
      }),
      clock,
    );
  });
});
