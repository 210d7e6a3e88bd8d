import { describe, expect, test } from "bun:test";
import { Effect } from "effect";
import { makeHttpPost, wasNothingSent } from "../../../adapters/outbound/mod.ts";
import { layerProviderWatch } from "../../../adapters/process/provider_watch.ts";

// Connections that break are in the tests of orders, which are sent by this.
describe("a call that failed", () => {
  test("was certainly not sent to a port that nobody listens on", async () => {
    const failure = await Effect.runPromise(
      makeHttpPost({ provider: "a", timeoutMs: 60_000 }).pipe(
        Effect.flatMap((send) => send("http://127.0.0.1:1/", { headers: {}, body: "{}" })),
        Effect.flip,
        Effect.provide(layerProviderWatch({ providers: [], off: [] })),
      ),
    );
    expect(failure.reason).toBe("unreachable");
    expect(wasNothingSent(failure)).toBe(true);
  });

  test.each([
    ["ENOTFOUND", true],
    ["EAI_AGAIN", true],
    ["ConnectionRefused", true],
    ["ECONNRESET", false],
    ["ETIMEDOUT", false],
    ["CERT_HAS_EXPIRED", false],
  ])("was not sent, as its code is %s: %p", (code, expected) => {
    const cause = Object.assign(new Error("x"), { code });
    expect(wasNothingSent({ reason: "unreachable", cause })).toBe(expected);
    expect(wasNothingSent({ reason: "timeout", cause })).toBe(false);
    expect(wasNothingSent({ reason: "unreachable", cause: new Error(code) })).toBe(false);
  });
});
