import { describe, expect, test } from "bun:test";
import { Redacted } from "effect";
import { authHeaders, signature } from "../../../adapters/chainlink/auth.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

interface Vector {
  readonly method: "GET" | "POST";
  readonly pathWithQuery: string;
  readonly body: string;
  readonly apiKey: string;
  readonly timestamp: number;
  readonly secret: string;
  readonly expectedSignatureHex: string;
}

describe("oracle authentication", () => {
  testWithShared(["chainlink/vectors.json"], "signs the official vectors alike", async () => {
    const { hmac } = await Bun.file(sharedPath("chainlink/vectors.json")).json() as {
      hmac: ReadonlyArray<Vector>;
    };
    expect(hmac.length).toBeGreaterThan(3);
    for (const { timestamp, apiKey, secret, expectedSignatureHex, ...request } of hmac) {
      const credentials = { apiKey, apiSecret: Redacted.make(secret) };
      expect(signature({ ...request, timestampMs: timestamp }, credentials))
        .toBe(expectedSignatureHex);
    }
  });

  // The first vector of the provider's own Go client.
  test("signs a request without a body", () => {
    const request = {
      method: "GET",
      pathWithQuery: "/api/v1/feeds",
      body: "",
      timestampMs: 1_718_885_772,
    } as const;
    const credentials = { apiKey: "clientId", apiSecret: Redacted.make("userSecret") };
    expect(authHeaders(request, credentials)).toEqual({
      "Authorization": "clientId",
      "X-Authorization-Timestamp": "1718885772",
      "X-Authorization-Signature-SHA256":
        "e9b2aa1deb13b2abd078353a5e335b2f50307159ad28b433157d2c74dbab2072",
    });
  });
});
