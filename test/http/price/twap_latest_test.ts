import { afterAll, describe, expect, test } from "bun:test";
import { ASSETS } from "../../../core/market/mod.ts";
import { makePriceServer } from "./price_server.ts";

const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
afterAll(() => server.stop());

describe("GET /twap/latest", () => {
  test("returns btc over 60 s by default", async () => {
    const { status, body } = await server.get("/twap/latest");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      asset: "btc",
      symbol: "btc/usd",
      windowSeconds: 60,
      source: "oracle_twap",
    });
    expect(await server.get("/twap/latest?asset=btc&window=60")).toMatchObject({ body });
  });

  test("takes a window of 30, which is another average of the same second", async () => {
    const sixty = await server.get("/twap/latest?asset=eth&window=60");
    const thirty = await server.get("/twap/latest?asset=eth&window=%2030");
    expect(thirty).toMatchObject({ status: 200, body: { asset: "eth", windowSeconds: 30 } });
    expect(thirty.body["observedAt"]).toBe(sixty.body["observedAt"]);
    expect(thirty.body["valueE18"]).not.toBe(sixty.body["valueE18"]);
  });

  test("has a 30 s feed of every asset but hype, and reports that", async () => {
    for (const asset of ASSETS.filter((asset) => asset !== "hype")) {
      expect(await server.get(`/twap/latest?asset=${asset}&window=30`)).toMatchObject({
        status: 200,
        body: { asset, windowSeconds: 30 },
      });
    }
    const refused = await server.get("/twap/latest?asset=hype&window=30");
    expect(refused.status).toBe(502);
    expect(refused.body).toEqual({
      error: "Cannot give the average of hype over 30 s: the oracle has no feed of it",
      hint: "Request window=60, which markets resolve on",
    });
    expect(refused.headers.get("x-cache")).toBe("MISS");
  });

  test.each(["45", "0", "60.5", "30,60", "60s"])("refuses window=%s", async (window) => {
    const { status, body } = await server.get(`/twap/latest?window=${window}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      error: `Cannot use window "${window}"`,
      hint: "Use 30 or 60: markets resolve on 60",
    });
  });
});
