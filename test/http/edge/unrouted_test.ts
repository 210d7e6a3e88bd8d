import { expect, test } from "bun:test";
import { unknownPath } from "../../../adapters/http/edge/unrouted.ts";

const PATHS = [
  "/api/v1/targets/active",
  "/api/v1/targets/timestamp",
  "/api/v1/fees/event/slug/{eventSlug}",
  "/api/v1/orders",
  "/api/v1/orders/{orderId}",
  "/api/v1/spot",
  "/health",
];
const ELSE = "See /openapi.json and /docs for every path";

test.each([
  ["/api/v1/targets", "/api/v1/targets/active"],
  ["/api/v1/fees/event/", "/api/v1/fees/event/slug/{eventSlug}"],
  ["/api/v1/targets/actve", "/api/v1/targets/active"],
  ["/api/v1/target/active", "/api/v1/targets/active"],
  ["/api/v2/targets/active", "/api/v1/targets/active"],
  ["/targets/active", "/api/v1/targets/active"],
  ["/api/v1/order", "/api/v1/orders"],
  ["/api/v1/spit", "/api/v1/spot"],
  ["/api/v1/SPOT", "/api/v1/spot"],
  ["/healthz", "/health"],
])("%s most likely means %s", (path, meant) => {
  expect(unknownPath(path, PATHS).hint).toBe(`Did you mean ${meant}? ${ELSE}`);
});

test.each(["/api/v1/nope", "/api/v1/shop", "/api/v1", "/api", "/", "/wp-admin.php"])(
  "%s is like no path",
  (path) => expect(unknownPath(path, PATHS).hint).toBe(ELSE),
);
