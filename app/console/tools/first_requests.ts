/**
 * The requests that most bots begin with, for who has not let a page ask anything yet.
 *
 * @module
 */
import type { PreparedRequest } from "../service/asked.ts";

/** The requests. */
export const FIRST_REQUESTS: ReadonlyArray<PreparedRequest> = [
  get("/api/v1/targets/active?asset=btc"),
  get("/api/v1/history/market?asset=btc&type=5min&timestamp=2026-11-01T00:00:00Z"),
  get("/api/v1/games?status=live&include=platforms,coverage", true),
  get("/api/v1/account", true),
  {
    method: "POST",
    address: "/api/v1/new_fees/trade-estimate",
    body: { eventSlug: "btc-updown-5m-1793491200", makingAmount: 50, takingAmount: 100 },
    isKeyed: false,
    idempotencyKey: undefined,
  },
];

function get(address: string, isKeyed = false): PreparedRequest {
  return { method: "GET", address, body: undefined, isKeyed, idempotencyKey: undefined };
}
