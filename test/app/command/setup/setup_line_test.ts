import { describe, expect, test } from "bun:test";
import { Option, Result } from "effect";
import { readCommandLine } from "../../../../app/command/command_line.ts";
import { readSetupLine, SETUP_OPTIONS } from "../../../../app/command/setup/setup_line.ts";

const read = (...args: ReadonlyArray<string>) =>
  readSetupLine(Result.getOrThrow(readCommandLine(args, SETUP_OPTIONS)));

describe("the answers that are given ahead", () => {
  test("are none by default", () => {
    const answers = Result.getOrThrow(read());
    expect(answers).toMatchObject({ isYes: false, isDetached: false, isStarted: true });
    expect(Object.values(answers).filter((answer) => answer !== undefined)).toHaveLength(3);
  });

  test("are read as the questions read them", () => {
    const line = "--yes --no-start --email Me@X.y --wallet import --type 1 --funder 0xab " +
      "--max-order-usdc 7.5 --max-daily-usdc none --relay no --key read,trade";
    expect(Result.getOrThrow(read(...line.split(" ")))).toEqual({
      isYes: true,
      isDetached: false,
      isStarted: false,
      email: "me@x.y",
      wallet: "import",
      signatureType: 1,
      funder: "0xab",
      orderMaxE6: Option.some(7_500_000n),
      dayMaxE6: Option.none(),
      isRelayAsked: false,
      key: ["read", "trade"],
    });
  });

  for (
    const [args, error] of [
      [["--wallet", "buy"], 'Cannot use "buy"'],
      [["--relay", "maybe"], 'Cannot use "maybe"'],
      [["--key", "write"], 'Cannot use --scopes "write"'],
      [["--max-order-usdc", "-1"], 'Cannot use --max-order-usdc "-1"'],
      [["--type", "0"], "Cannot use --type without --wallet import"],
      [["--wallet", "none", "--relay", "yes"], "Cannot use --relay with --wallet none"],
      [["--email", "me"], 'Cannot use e-mail address "me"'],
    ] as const
  ) {
    test(`are refused where they are wrong: ${args.join(" ")}`, () => {
      const answers = args[1] === "-1" ? read(`${args[0]}=-1`) : read(...args);
      expect(Result.getOrThrow(Result.flip(answers)).error).toContain(error);
    });
  }
});
