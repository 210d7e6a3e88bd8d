import { describe, expect, test } from "bun:test";
import { Option, Result, Schema } from "effect";
import { statedProtocol } from "../../../../adapters/polymarket/stated_protocol.ts";
import { toListedMarket } from "../../../../adapters/polymarket/gamma/market.ts";
import { GammaListedMarket } from "../../../../adapters/polymarket/gamma/payload.ts";
import { agreedProtocol } from "../../../../core/venue/mod.ts";
import { conditionOf } from "../../../condition.ts";
import { sharedPath, testWithShared } from "../../../shared_data.ts";
import { type Written, writtenMarket } from "./gamma_sample.ts";

const decode = Schema.decodeUnknownSync(GammaListedMarket);

function readOne(changes: Written = {}) {
  return Result.getOrThrow(toListedMarket(decode(writtenMarket(1, changes)))).market;
}

const CONDITION = conditionOf((1n << 248n) + (0xcdn << 120n));
const POSITIONS = [0n, 1n].map((outcome) => String(BigInt(CONDITION) + outcome));
const tokensOf = (changes: Written) => readOne(changes).outcomes.map(({ tokenId }) => tokenId);

describe("a market of the metadata service", () => {
  test("of Protocol V2 is traded by its positions, whatever its tokens are", () => {
    for (const clobTokenIds of [null, undefined, "[]", '["1", "2"]', '["1042…3875"]']) {
      const changes = { version: "v2", clobTokenIds, positionIds: POSITIONS };
      expect(tokensOf(changes)).toEqual(POSITIONS.map(Option.some));
    }
  });

  test("of Protocol V1 is traded by its tokens, whatever its positions are", () => {
    const tokens = tokensOf({});
    for (const positionIds of [null, POSITIONS, ["1"], ["x", "y"]]) {
      expect(tokensOf({ version: "v1", positionIds })).toEqual(tokens);
    }
  });

  test("has no tokens yet where the field of its protocol is missing", () => {
    const none = [Option.none(), Option.none()];
    expect(tokensOf({ version: "v2" })).toEqual(none);
    expect(tokensOf({ version: "v1", clobTokenIds: null, positionIds: POSITIONS })).toEqual(none);
  });

  test.each([null, "", "v3", "V2", "2", "constructor", 3, {}])(
    "of the protocol %p has neither tokens nor a condition, and everything else",
    (version) => {
      const market = readOne({ version, positionIds: POSITIONS, conditionId: "new:shape" });
      expect(market).toEqual({
        ...readOne(),
        protocol: statedProtocol(version),
        conditionId: Option.none(),
        outcomes: ["Up", "Down"].map((name) => ({ name, tokenId: Option.none() })),
      });
    },
  );

  test("has one condition, however it is spelled", () => {
    const long = CONDITION;
    for (const conditionId of [long, long.slice(0, -2), long.toUpperCase().replace("X", "x")]) {
      const changes = { version: "v2", positionIds: POSITIONS, conditionId };
      expect(readOne(changes).conditionId).toEqual(Option.some(long));
    }
  });

  const REAL = "polymarket/protocol_v2.json";
  testWithShared([REAL], "of Protocol V2 is read as the venue documents it", async () => {
    const recorded = await Bun.file(sharedPath(REAL)).json();
    const { conditionId_of_its_event: conditionId, ...written } =
      recorded.gamma_market_v2_documentation_example;
    const market = readOne({ ...written, conditionId });
    expect(market.outcomes.map(({ tokenId }) => Option.getOrThrow(tokenId)))
      .toEqual(written.positionIds);
    expect(agreedProtocol({
      catalog: market.protocol,
      orderBook: Option.some("v2"),
      conditionId: Option.getOrThrow(market.conditionId),
      tokenIds: written.positionIds,
    })).toEqual(Result.succeed("v2"));
  });
});
