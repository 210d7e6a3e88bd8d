import { expect } from "bun:test";
import { Option, Result, Schema } from "effect";
import { ResolutionsPayload } from "../../../../adapters/polymarket/data/payload.ts";
import { readResolution } from "../../../../adapters/polymarket/data/resolution.ts";
import { paidOutcome } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";

const RECORDED = "polymarket/protocol_v2.json";
const read = async (name: string) => {
  const answers = await Bun.file(sharedPath(RECORDED)).json();
  const payload = Schema.decodeUnknownSync(ResolutionsPayload)(answers[name]);
  return Option.getOrThrow(Result.getOrThrow(readResolution(payload, conditionOf(1))));
};

testWithShared([RECORDED], "a recorded resolution has the payouts and the time", async () => {
  const resolution = await read("resolutions_v2_resolved");
  expect(resolution).toMatchObject({
    status: "resolved",
    reporter: Option.some("CHAINLINK"),
    resolvedAtMs: Option.some(Date.parse("2026-10-05T21:35:56Z")),
  });
  expect(Option.flatMap(resolution.payoutsE6, paidOutcome)).toEqual(Option.some("up"));
});

testWithShared([RECORDED], "a recorded open market has no resolution", async () => {
  expect(await read("resolutions_v2_active")).toEqual({
    status: "active",
    payoutsE6: Option.none(),
    reporter: Option.none(),
    resolvedAtMs: Option.none(),
  });
});
