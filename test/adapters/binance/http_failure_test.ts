import { describe, expect, test } from "bun:test";
import { Effect, Result } from "effect";
import { TestClock } from "effect/testing";
import { EXCHANGE, failureOf, troubleOf } from "../../../adapters/binance/http_failure.ts";
import { makeHosts } from "../../../adapters/outbound/mod.ts";

const answer = (status: number, header: string) => ({
  status,
  headers: new Headers(header === "" ? {} : { "retry-after": header }),
  text: "",
});

/** Whether a host is asked `atMs` after it gave the answer. */
function isOpen(status: number, header: string, atMs: number) {
  const origin = "http://host";
  const program = Effect.gen(function* () {
    const hosts = makeHosts({ provider: EXCHANGE, origins: [origin], waitMsMax: 0, troubleOf });
    const failure = failureOf(answer(status, header));
    const result = failure === undefined ? Result.succeed("") : Result.fail(failure);
    hosts.learn({ origin, nowMs: 0, result, status });
    yield* TestClock.adjust(atMs);
    return yield* Effect.result(hosts.open);
  });
  return Effect.runPromise(program.pipe(Effect.provide(TestClock.layer())));
}

describe("troubleOf()", () => {
  test.each([[429, "7", 7], [418, "", 120], [451, "", 600], [403, "", 60]])(
    "closes a host after a %d with Retry-After %p for %d s",
    async (status, header, seconds) => {
      expect(await isOpen(status, header, 0)).toMatchObject({
        failure: { provider: EXCHANGE, reason: "limited", retryAfterSec: seconds },
      });
      expect(Result.isFailure(await isOpen(status, header, seconds * 1000 - 1))).toBe(true);
      expect(Result.isSuccess(await isOpen(status, header, seconds * 1000))).toBe(true);
    },
  );

  test.each([[500], [404], [200]])("leaves a host open after a %d", async (status) => {
    expect(Result.isSuccess(await isOpen(status, "7", 0))).toBe(true);
  });
});
