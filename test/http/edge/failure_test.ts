import { describe, expect, test } from "bun:test";
import { FeeScheduleUnusable } from "../../../core/fee/mod.ts";
import {
  NotListed,
  PriceMissing,
  ProviderFailed,
  ProviderOff,
  StoreFailed,
} from "../../../core/port/mod.ts";
import { RequestRejected } from "../../../core/request.ts";
import { type Failure, toRefusal } from "../../../adapters/http/edge/failure.ts";
import {
  type Family,
  refusalBody,
  Refused,
  statusOf,
} from "../../../adapters/http/edge/refusal.ts";

const cause = new Error("the secret inside");
const missing = { asset: "btc", interval: "5min", startSec: 1_767_225_600 };
const failed = { provider: "oracle", reason: "timeout", cause } as const;

function tell(failure: Failure, family: Family) {
  const refusal = toRefusal(failure);
  const body = JSON.parse(refusalBody(refusal, family));
  return [statusOf(refusal, family), refusal.retryAfterSec, body.hint, body.code];
}

describe("toRefusal", () => {
  test.each<[Failure, number, number | undefined, string, number, string]>([
    [
      new RequestRejected({ parameter: "asset", received: "x", hint: "Use btc" }),
      400,
      undefined,
      "Use btc",
      400,
      "bad_request",
    ],
    [
      new PriceMissing({ ...missing, isPending: true }),
      502,
      1,
      "Try again in 1 s",
      503,
      "unavailable",
    ],
    [
      new PriceMissing({ ...missing, isPending: false }),
      502,
      undefined,
      "Request another window",
      503,
      "unavailable",
    ],
    [
      new NotListed({ kind: "event", named: 'slug "x"' }),
      502,
      undefined,
      "Check the slug or id on the venue",
      503,
      "unavailable",
    ],
    [
      new FeeScheduleUnusable({ named: 'slug "x"', because: "the exponent 2" }),
      502,
      undefined,
      "Use /api/v1/fees/trade-estimate, which applies the tag rules",
      503,
      "unavailable",
    ],
    [new ProviderFailed(failed), 502, undefined, "Try again shortly", 503, "unavailable"],
    [
      new ProviderFailed({ ...failed, retryAfterSec: 6.2 }),
      502,
      7,
      "Try again in 7 s",
      503,
      "unavailable",
    ],
    [
      new ProviderFailed({ ...failed, retryAfterSec: 0 }),
      502,
      1,
      "Try again in 1 s",
      503,
      "unavailable",
    ],
    [
      new ProviderOff({ provider: "oracle", setting: "CHAINLINK_API_KEY" }),
      502,
      undefined,
      "The operator of this service can enable it with CHAINLINK_API_KEY",
      503,
      "unavailable",
    ],
    [
      new StoreFailed({ operation: "find the targets", cause }),
      502,
      undefined,
      "Try again shortly",
      503,
      "unavailable",
    ],
    [
      new Refused({ status: 409, error: "Cannot do it twice", hint: "Do it once" }),
      409,
      undefined,
      "Do it once",
      409,
      "bad_request",
    ],
  ])("tells %s", (failure, status, retryAfterSec, hint, codedStatus, code) => {
    expect(tell(failure, "plain")).toEqual([status, retryAfterSec, hint, undefined]);
    expect(tell(failure, "coded")).toEqual([codedStatus, retryAfterSec, hint, code]);
    expect(refusalBody(toRefusal(failure), "plain")).not.toContain("secret");
  });
});
