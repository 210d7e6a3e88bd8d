import { afterAll, describe, expect, test } from "bun:test";
import { Result } from "effect";
import { readSandboxCommand } from "../../../../app/sandbox/replay/replay_command.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { usageLine } from "../../../../app/wiring/own_command.ts";

const USAGE = usageLine(
  "sandbox [--detach] [--fresh] [--replay DIR|FILE... [--from ISO] [--to ISO]]",
);
const read = (args: ReadonlyArray<string>, environment: Record<string, string> = {}) =>
  Result.getOrThrow(readSandboxCommand(args, environment));

describe("the command line of the sandbox", () => {
  test("may be empty", () => {
    expect(read([], { SANDBOX_START: "2026-11-05" })).toEqual({
      files: [],
      isDetached: false,
      isFromChosen: false,
      isFresh: false,
      environment: { SANDBOX_START: "2026-11-05" },
    });
  });

  test("asks for a world that begins anew", () => {
    expect([read([]).isFresh, read(["--fresh", "--replay", "btcusd"]).isFresh]).toEqual([
      false,
      true,
    ]);
  });

  test("names files, whose names or whose prefixes name their symbols", () => {
    const args = ["--replay", "days/BTCUSD-1.csv.gz", "ethusd-2.csv", "Bnbusd=BTCUSD=x.csv"];
    expect(read([...args, "--from", "2026-09-08"])).toEqual({
      files: [
        { asset: "btc", path: "days/BTCUSD-1.csv.gz" },
        { asset: "eth", path: "ethusd-2.csv" },
        { asset: "bnb", path: "BTCUSD=x.csv" },
      ],
      isDetached: false,
      isFromChosen: true,
      isFresh: false,
      environment: { SANDBOX_START: "2026-09-08" },
    });
    expect(read(["--replay=solusd.csv"]).files).toEqual([{ asset: "sol", path: "solusd.csv" }]);
    expect(
      read(["--replay", "a", "--replay", "b"].map((word) => word.replace(/^[ab]$/, "xrpusd$&")))
        .files.map(({ path }) => path),
    ).toEqual(["xrpusda", "xrpusdb"]);
  });

  test.each([
    [["day.csv"], 'Unknown argument "day.csv"'],
    [["--speed", "60"], "Unknown option '--speed'"],
    [["--replay"], "Name a file to replay"],
    [["--replay", "day.csv"], 'Cannot find the symbol of "day.csv": begin its name with'],
    [["--replay", "goldusd=day.csv"], 'Cannot find the symbol of "goldusd=day.csv"'],
    [["--replay", "btcusd", "--to", "2026-09-08"], "Cannot use --to without the folder of a"],
    [["--from", "2026-09-08"], "Cannot use --from without --replay: set SANDBOX_START"],
    [["--replay", "btcusd", "--from"], "Option '--from <value>' argument missing"],
    [["--replay", "btcusd", "--from", "soon"], 'Cannot use --from "soon": send a time'],
    [["--replay", "btcusd", "--from", "2023-01-01"], 'Cannot use --from "2023-01-01": send a time'],
  ])("%j is refused in one line with the usage", (args, mistake) => {
    const failure = Result.getOrThrow(Result.flip(readSandboxCommand(args, {})));
    expect(failure).toHaveLength(1);
    expect(failure[0]).toStartWith(mistake);
    expect(failure[0]).toEndWith(USAGE);
    expect(failure[0]).not.toContain("\n");
  });

  test("accepts only one start of the clock", () => {
    const args = ["--replay", "btcusd", "--from", "2026-09-08"];
    const failure = Result.getOrThrow(
      Result.flip(readSandboxCommand(args, { SANDBOX_START: "2026-09-08" })),
    );
    expect(failure[0]).toStartWith("Cannot use --from together with SANDBOX_START");
  });
});

describe("the command line of the sandbox, with the folder of a recording", () => {
  const folder = makeFolder();
  afterAll(folder.remove);
  const replay = ["--replay", folder.path];

  test("replays all of it as fast as it was recorded", () => {
    expect(read(replay, { SANDBOX_SEED: "7" })).toEqual({
      recording: { folder: folder.path, pace: 1 },
      files: [],
      isDetached: false,
      isFromChosen: false,
      isFresh: false,
      environment: { SANDBOX_SEED: "7" },
    });
  });

  test("takes what of it is replayed, and how fast", () => {
    const args = [...replay, "--from", "2026-11-27T12:00:00Z", "--to", "2026-11-27T12:05:00Z"];
    const chosen = {
      folder: folder.path,
      fromMs: Date.UTC(2026, 10, 27, 12),
      untilMs: Date.UTC(2026, 10, 27, 12, 5),
    };
    expect(read(args, { SANDBOX_SPEED: " MAX " })).toMatchObject({
      recording: { ...chosen, pace: Infinity },
      environment: {},
    });
    expect(read(args, { SANDBOX_SPEED: "0.5" }).recording).toEqual({ ...chosen, pace: 0.5 });
  });

  test("goes on without what has started it, where that is wanted", () => {
    expect([read([]), read(replay)].map(({ isDetached }) => isDetached)).toEqual([false, false]);
    const detached = [read(["--detach"]), read([...replay, "--detach"])];
    expect(detached.map(({ isDetached }) => isDetached)).toEqual([true, true]);
  });

  test.each([
    [["--from", "soon"], {}, 'Cannot use --from "soon": send a time from 2024 on'],
    [["--to", "2023-01-01"], {}, 'Cannot use --to "2023-01-01": send a time from 2024 on'],
    [[], { SANDBOX_START: "2026-11-27" }, "Cannot use SANDBOX_START with a recording: use --from"],
    [["--fresh"], {}, "Cannot use --fresh with a recording, of which nothing is kept"],
  ])("refuses %j with %j", (args, environment: Record<string, string>, mistake) => {
    const refused = Result.flip(readSandboxCommand([...replay, ...args], environment));
    expect(Result.getOrThrow(refused)[0]).toStartWith(mistake);
  });
});
