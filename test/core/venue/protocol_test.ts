import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import fc from "fast-check";
import {
  agreedProtocol,
  type ConditionId,
  parsePositionId,
  type ProtocolClaims,
  PROTOCOLS,
} from "../../../core/venue/mod.ts";
import { conditionOf } from "../../condition.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";
import { positionConditionOf, positionIdOf, positionParts } from "./arbitrary_position.ts";

const RECORDED = "polymarket/protocol_v2.json";
const outcome = fc.integer({ min: 0, max: 255 });
/** Ids of Protocol V1 are hashes. */
const hash = fc.bigInt({ min: 2n ** 40n, max: 2n ** 256n - 1n })
  .filter((id) => BigInt.asUintN(64, id >> 40n) !== 0n);
const word = fc.oneof(
  fc.constantFrom("v1", "v2", "v3", "V1", "V2", "1", "2", "", "constructor"),
  fc.string(),
);
const reported = fc.option(word, { nil: undefined }).map(Option.fromUndefinedOr);

const claimsOf = (version: string, rest: Pick<ProtocolClaims, "conditionId" | "tokenIds">) => ({
  catalog: Option.some(version),
  orderBook: Option.some(version),
  ...rest,
});
const v1Claims = fc.tuple(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), hash, hash)
  .map(([condition, ...ids]) =>
    claimsOf("v1", { conditionId: conditionOf(condition), tokenIds: ids.map(String) })
  );
const v2Claims = positionParts.map((parts) =>
  claimsOf("v2", {
    conditionId: positionConditionOf(parts),
    tokenIds: [0, 1].map((outcome) => positionIdOf(parts, { outcome })),
  })
);
const claims = fc.oneof(v1Claims, v2Claims);

describe("the id of a position", () => {
  test("encodes its module, its condition and its outcome", () =>
    fc.assert(fc.property(positionParts, outcome, (parts, outcome) => {
      expect(parsePositionId(positionIdOf(parts, { outcome }))).toEqual(Option.some({
        moduleId: Number(parts.moduleId),
        conditionId: positionConditionOf(parts),
        outcomeIndex: outcome,
      }));
    })));

  test("has nothing in its reserved bits", () => {
    const reserved = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
    fc.assert(fc.property(positionParts, outcome, reserved, (parts, outcome, reserved) => {
      expect(parsePositionId(positionIdOf(parts, { outcome, reserved }))).toEqual(Option.none());
    }));
  });

  test("is of a module that is known", () =>
    fc.assert(fc.property(
      positionParts,
      fc.bigInt({ min: 0n, max: 255n }).filter((id) => id < 1n || id > 3n),
      (parts, moduleId) => {
        const id = positionIdOf({ ...parts, moduleId }, { outcome: 0 });
        expect(parsePositionId(id)).toEqual(Option.none());
      },
    )));

  test.each(["", "0", "7", "-1", "0x1", "1e76", "9".repeat(79), String(2n ** 256n)])(
    "is not %p",
    (text) => {
      expect(parsePositionId(text)).toEqual(Option.none());
    },
  );
});

describe("the protocol of a market", () => {
  test("is the one that every source states", () =>
    fc.assert(fc.property(claims, (claims) => {
      expect(agreedProtocol(claims)).toEqual(Result.fromOption(claims.catalog, () => "") as never);
    })));

  test("is known only if the catalog and the order book state the same known name", () =>
    fc.assert(fc.property(claims, reported, reported, (claims, catalog, orderBook) => {
      const agreed = agreedProtocol({ ...claims, catalog, orderBook });
      const stated = new Set([catalog, orderBook].map(Option.getOrNull));
      const [word] = stated;
      const isKnown = stated.size === 1 && PROTOCOLS.some((known) => known === word);
      if (Result.isSuccess(agreed)) expect([isKnown, agreed.success]).toEqual([true, word as "v1"]);
    })));

  test("never differs from the protocol of the ids", () =>
    fc.assert(fc.property(claims, fc.constantFrom(...PROTOCOLS), (claims, protocol) => {
      fc.pre(!Option.contains(claims.catalog, protocol));
      const [catalog, orderBook] = [Option.some(protocol), Option.some(protocol)];
      expect(Result.isFailure(agreedProtocol({ ...claims, catalog, orderBook }))).toBe(true);
    })));

  test("is not V1 for an id with nothing in its reserved bits, of whatever module", () => {
    const module = fc.bigInt({ min: 0n, max: 255n });
    fc.assert(fc.property(v1Claims, positionParts, module, (claims, parts, moduleId) => {
      fc.pre(moduleId > 0n || parts.baseHash > 0n || parts.arity > 0n);
      const odd = positionIdOf({ ...parts, moduleId }, { outcome: 0 });
      const tokenIds = [claims.tokenIds[0] ?? "", odd];
      expect(Result.isFailure(agreedProtocol({ ...claims, tokenIds }))).toBe(true);
    }));
  });

  test("is not V2 for ids of another condition, or in another order", () => {
    const other = fc.bigInt({ min: 0n, max: 2n ** 248n - 1n }).map((id): ConditionId =>
      conditionOf(id << 8n)
    );
    fc.assert(fc.property(v2Claims, other, (claims, conditionId) => {
      fc.pre(conditionId !== claims.conditionId);
      expect(Result.isFailure(agreedProtocol({ ...claims, conditionId }))).toBe(true);
      const tokenIds = claims.tokenIds.toReversed();
      expect(Result.isFailure(agreedProtocol({ ...claims, tokenIds }))).toBe(true);
    }));
  });

  test("fails with the unknown name and who states it", () => {
    const [claims] = fc.sample(v2Claims, { seed: 1, numRuns: 1 });
    if (claims === undefined) throw new Error("nothing drawn");
    const why = (changes: Partial<ProtocolClaims>) =>
      Result.getOrThrow(Result.flip(agreedProtocol({ ...claims, ...changes })));
    expect(why({ catalog: Option.some("v3") })).toBe(
      `venue's catalog says the protocol "v3" of it`,
    );
    expect(why({ catalog: Option.none() })).toBe("venue's catalog says no protocol of it");
    expect(why({ orderBook: Option.some("v1") }))
      .toBe(`venue's catalog says the protocol "v2" of it, and its order book the protocol "v1"`);
    expect(why({ tokenIds: ["71321045679252212594626385532706912750332728571942532289631379312"] }))
      .toContain("the ids of its outcomes do not fit");
    expect(why({ catalog: Option.some("x".repeat(1e6)) }).length).toBeLessThan(100);
  });

  testWithShared([RECORDED], "follows from what the venue really answers", async () => {
    const recorded = await Bun.file(sharedPath(RECORDED)).json();
    for (const version of PROTOCOLS) {
      const { c, t, v } = recorded[`clob_markets_${version}`];
      const tokenIds = t.map((token: { readonly t: string }) => token.t);
      expect(v).toBe(version);
      expect(agreedProtocol(claimsOf(v, { conditionId: conditionOf(BigInt(c)), tokenIds })))
        .toEqual(Result.succeed(version));
    }
  });
});
