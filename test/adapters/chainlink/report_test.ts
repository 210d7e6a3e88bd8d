import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import { decodeReport } from "../../../adapters/chainlink/report.ts";
import { sharedPath, testWithShared } from "../../shared_data.ts";

interface Vector {
  readonly name: string;
  readonly fullReport: string;
  readonly decoded: {
    readonly feedId: string;
    readonly validFromTimestamp: number;
    readonly observationsTimestamp: number;
    readonly expiresAt: number;
    readonly price: string;
  };
}

const word = (value: bigint | number) =>
  BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, "0");
const FEED = `0x0003${"ab".repeat(30)}`;

/** A report of schema v3 as the oracle lays it out, with whatever a test wants to be wrong. */
function makeReport(
  wrong: { priceE18?: bigint; offset?: number; length?: number; from?: number; to?: number } = {},
) {
  const blob = [
    FEED.slice(2),
    ...[
      wrong.from ?? 1_000,
      wrong.to ?? 1_000,
      1,
      1,
      2_000,
      wrong.priceE18 ?? 5n * 10n ** 18n,
      1,
      1,
    ].map(word),
  ];
  const head = [0, 0, 0, wrong.offset ?? 224, 544, 576, 0].map(word);
  return `0x${[...head, word(wrong.length ?? 288), ...blob, word(0), word(0)].join("")}`;
}

describe("decodeReport()", () => {
  testWithShared(["chainlink/vectors.json"], "decodes real reports to the last digit", async () => {
    const { reports } = await Bun.file(sharedPath("chainlink/vectors.json")).json() as {
      reports: ReadonlyArray<Vector>;
    };
    expect(reports.length).toBeGreaterThan(5);
    for (const { fullReport, decoded } of reports) {
      const result = decodeReport(fullReport, decoded.feedId);
      expect(Result.isSuccess(result)).toBe(BigInt(decoded.price) > 0n);
      if (Result.isFailure(result)) continue;
      expect(result.success).toMatchObject({
        feedId: decoded.feedId,
        validFromSec: decoded.validFromTimestamp,
        observedSec: decoded.observationsTimestamp,
        expiresAtSec: decoded.expiresAt,
        priceE18: BigInt(decoded.price),
      });
    }
  });

  test("reads the layout", () => {
    expect(Result.getOrThrow(decodeReport(makeReport(), FEED)).priceE18).toBe(5n * 10n ** 18n);
  });

  test.each(
    [
      ["another feed", makeReport(), `0x0003${"cd".repeat(30)}`],
      ["a price of zero", makeReport({ priceE18: 0n }), FEED],
      ["a negative price", makeReport({ priceE18: -1n }), FEED],
      ["an end before its start", makeReport({ to: 999 }), FEED],
      ["a start of more than 32 bits", makeReport({ from: 2 ** 32 }), FEED],
      ["an end of more than 32 bits", makeReport({ to: 2 ** 32 }), FEED],
      ["an offset outside", makeReport({ offset: 2 ** 31 }), FEED],
      ["a length outside", makeReport({ length: 9_999 }), FEED],
      ["a blob that is cut", makeReport({ length: 256 }), FEED],
      [
        "a schema of another kind",
        makeReport().replaceAll(FEED.slice(2), `0009${FEED.slice(6)}`),
        `0x0009${FEED.slice(6)}`,
      ],
      ["half of the bytes", makeReport().slice(0, 600), FEED],
      ["no hex", "0xzz", FEED],
      ["nothing", "", FEED],
    ],
  )("refuses %s", (_, fullReport, feedId) => {
    expect(Result.isFailure(decodeReport(fullReport, feedId))).toBe(true);
  });
});
