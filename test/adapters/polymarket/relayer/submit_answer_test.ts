import { describe, expect, test } from "bun:test";
import { Option, Redacted } from "effect";
import type { RoadAnswer } from "../../../../core/chain/mod.ts";
import { ProviderFailed } from "../../../../core/port/provider_failure.ts";
import {
  answerOf,
  answerOfFailure,
} from "../../../../adapters/polymarket/relayer/submit_answer.ts";

const ACCESS = {
  kind: "relayer_key",
  apiKey: Redacted.make("k3y-of-the-relayer"),
  address: "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
} as const;
const PAGE = "<!DOCTYPE html><title>Attention Required</title>";

function read(status: number, body: unknown, headers: Record<string, string> = {}): RoadAnswer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return answerOf({ status, headers: new Headers(headers), text }, ACCESS);
}
/** What a caller may do next. */
const nextOf = (it: RoadAnswer) => it.kind === "refused" ? it.retry.when : it.kind;

describe("answerOf()", () => {
  test("takes the id of what was taken", () => {
    expect(read(200, { transactionID: "0198-ab", state: "STATE_NEW" }))
      .toEqual({ kind: "taken", roadId: Option.some("0198-ab") });
  });

  const said: ReadonlyArray<
    readonly [status: number, body: unknown, next: ReturnType<typeof nextOf>]
  > = [
    [400, { error: "batch nonce 3 does not match on-chain nonce 4" }, "anew"],
    [400, { error: "deadline expired" }, "anew"],
    [400, { error: "wallet busy: 0xab has an active action" }, "later"],
    [400, { error: "wallet has in-flight action" }, "later"],
    [400, { error: "call blocked: call[0] calls to 0xab are not permitted" }, "never"],
    [400, { error: "wallet registry validation failed: 0xab is not registered" }, "never"],
    [400, { error: "transaction already submitted" }, "unclear"],
    [401, { error: "invalid authorization" }, "never"],
    [403, { error: "forbidden" }, "never"],
    [403, PAGE, "later"],
    [429, { error: "quota exceeded: 0 units remaining, resets in 42 seconds" }, "later"],
    [404, PAGE, "unclear"],
    [409, { error: "conflict" }, "unclear"],
    [500, { error: "internal error" }, "unclear"],
    [502, PAGE, "unclear"],
    [200, "{}", "unclear"],
    [200, PAGE, "unclear"],
    [200, { transactionID: "" }, "unclear"],
  ];
  test.each(said)("reads %p %p as: %s", (status, body, next) => {
    expect(nextOf(read(status, body))).toBe(next);
  });

  test.each([
    [{ error: "quota exceeded: 0 units remaining, resets in 42 seconds" }, {}, 42_000],
    [{ error: "too many requests" }, { "retry-after": "7" }, 7_000],
    [
      { error: "too many requests" },
      {
        date: "Fri, 27 Nov 2026 12:00:00 GMT",
        "retry-after": "Fri, 27 Nov 2026 12:00:09 GMT",
      },
      9_000,
    ],
    [PAGE, {}, 60_000],
  ])("waits as long as a quota asks: %p %p", (body, headers, afterMs) => {
    expect(read(429, body, headers)).toMatchObject({ retry: { when: "later", afterMs } });
  });

  test("says which setting to check, and quotes no key", () => {
    const refused = read(401, { error: "unknown key k3y-of-the-relayer" });
    expect(refused).toMatchObject({ why: expect.stringContaining("RELAYER_API_KEY") });
    expect(JSON.stringify(refused)).not.toContain("k3y");
  });
});

test("answerOfFailure() is certain only where nothing was written", () => {
  const failed = (reason: ProviderFailed["reason"], code: string) =>
    nextOf(answerOfFailure(
      new ProviderFailed({
        provider: "venue relayer",
        reason,
        cause: Object.assign(new Error("broken"), { code }),
      }),
    ));
  expect([
    failed("unreachable", "ConnectionRefused"),
    failed("limited", ""),
    failed("unreachable", "ECONNRESET"),
    failed("timeout", ""),
  ]).toEqual(["later", "later", "unclear", "unclear"]);
});
