import { expect, test } from "bun:test";
import { makePriceServer } from "./price_server.ts";

test("a remembered answer about open windows is of its own millisecond", async () => {
  const server = makePriceServer({ nowIso: "2026-11-20T12:34:56Z" });
  const { body } = await server.get("/targets/active");
  server.clock.set(server.clock.nowMs() + 1);
  const later = await server.get("/targets/active");
  expect([later.headers.get("x-cache"), later.body])
    .toEqual(["HIT", { ...body, now: "2026-11-20T12:34:56.001Z" }]);
  await server.stop();
});
