import { expect, test } from "bun:test";
import { FeeScheduleUnusable } from "../../../../core/fee/mod.ts";
import { NotListed } from "../../../../core/port/event_catalog.ts";
import { PriceMissing } from "../../../../core/port/price_feed.ts";
import { ProviderFailed, ProviderOff } from "../../../../core/port/provider_failure.ts";
import { StoreFailed } from "../../../../core/port/store_failure.ts";
import { RequestRejected } from "../../../../core/request.ts";
import { type Failure, toRefusal } from "../../../../adapters/http/edge/answer/failure.ts";
import { refusalBody, Refused, statusOf } from "../../../../adapters/http/edge/answer/refusal.ts";
import { QUIET_EDGE } from "../quiet_edge.ts";

const cause = new Error("the secret inside");
const missing = { asset: "btc", interval: "5min", startSec: 1_767_225_600 };
const failed = { provider: "oracle", reason: "timeout", cause } as const;

/** Failures by status, Retry-After and hint. */
const TOLD: ReadonlyArray<readonly [string, Failure]> = [
  ["400 Use btc", new RequestRejected({ parameter: "asset", received: "x", hint: "Use btc" })],
  ["409 Do it once", new Refused({ status: 409, error: "Cannot do it twice", hint: "Do it once" })],
  ["502, 1 s: Try again in 1 s", new PriceMissing({ ...missing, isPending: true })],
  ["502 Request another window", new PriceMissing({ ...missing, isPending: false })],
  [
    "502 Check the slug or id on the venue",
    new NotListed({ kind: "event", named: 'slug "x"' }),
  ],
  [
    "502 Use /api/v1/fees/trade-estimate, which applies the tag rules",
    new FeeScheduleUnusable({ named: 'slug "x"', because: "the exponent 2" }),
  ],
  ["502 Try again shortly", new ProviderFailed(failed)],
  ["502, 7 s: Try again in 7 s", new ProviderFailed({ ...failed, retryAfterSec: 6.2 })],
  ["502, 1 s: Try again in 1 s", new ProviderFailed({ ...failed, retryAfterSec: 0 })],
  [
    "502 The operator of this service can enable it with CHAINLINK_API_KEY",
    new ProviderOff({ provider: "oracle", setting: "CHAINLINK_API_KEY" }),
  ],
  ["502 Try again shortly", new StoreFailed({ operation: "find the targets", cause })],
];

test.each(TOLD)("A caller is told %s: %s", (told, failure) => {
  const refusal = toRefusal(failure);
  const tell = (family: "plain" | "coded") => {
    const { hint, code } = JSON.parse(refusalBody(refusal, { ...QUIET_EDGE, family }));
    const wait = refusal.retryAfterSec === undefined ? "" : `, ${refusal.retryAfterSec} s:`;
    return [`${statusOf(refusal, family)}${wait} ${hint}`, code];
  };
  const isOurs = told.startsWith("502");
  expect(tell("plain")).toEqual([told, undefined]);
  expect(tell("coded"))
    .toEqual([told.replace("502", "503"), isOurs ? "unavailable" : "bad_request"]);
  expect(refusalBody(refusal, { ...QUIET_EDGE, family: "plain" })).not.toContain("secret");
});
