import { describe, expect, test } from "bun:test";
import { Result } from "effect";
import type { Benchmark } from "./benchmark.ts";
import { readBenchCommand, usageOf } from "./command_line.ts";

const BENCHMARKS: ReadonlyArray<Benchmark> = [
  { name: "small", about: "seconds", isQuick: true, run: () => Promise.resolve([]) },
  { name: "large", about: "minutes", run: () => Promise.resolve([]) },
];

/** What is wrong, or the command with the names of what it runs. */
function read(...args: ReadonlyArray<string>) {
  return Result.match(readBenchCommand(args, BENCHMARKS), {
    onFailure: (failure) => failure,
    onSuccess: (command) =>
      command === "help" ? command : { ...command, chosen: command.chosen.map(({ name }) => name) },
  });
}

describe("the command line", () => {
  test("runs all, or those that are named in their own order", () => {
    expect(read()).toMatchObject({ chosen: ["small", "large"], isQuick: false, purpose: "print" });
    expect(read("large", "small")).toMatchObject({ chosen: ["small", "large"] });
    expect(read("large")).toMatchObject({ chosen: ["large"] });
  });

  test("runs what takes seconds if it is to be quick, and judges it or notes it", () => {
    expect(read("--quick")).toMatchObject({ chosen: ["small"], isQuick: true, purpose: "judge" });
    expect(read("--note")).toMatchObject({ chosen: ["small"], isQuick: true, purpose: "note" });
    expect(read("--quick", "--note")).toMatchObject({ purpose: "note" });
  });

  test("takes files", () => {
    expect(read("--json", "a.json", "--compare=b.json", "small")).toMatchObject({
      chosen: ["small"],
      json: "a.json",
      compare: "b.json",
      from: undefined,
      writesGuide: false,
    });
    expect(read("--from", "a.json", "--guide", "--compare", "b.json")).toMatchObject({
      from: "a.json",
      writesGuide: true,
    });
  });

  test.each([
    [["--json"], /json.* argument missing/],
    [["--fast"], /'--fast'/],
    [["--json="], /^Cannot use --json "": name a file$/],
    [["middle"], /^Unknown benchmark "middle"$/],
    [["large", "--quick"], /^Cannot run "large" quickly: it takes minutes$/],
    [["small", "--guide"], /^Cannot use --guide with names/],
    [["small", "--from", "a.json"], /^Cannot use --from with names/],
    [["--from", "a.json", "--quick"], /^Cannot use --from with names/],
    [["--from", "a.json", "--json", "b.json"], /^Cannot use --from with names/],
  ])("refuses %j", (args, message) => {
    expect(read(...args)).toMatch(message);
  });

  test("--help wins over what is wrong elsewhere", () => {
    expect(read("--help", "middle")).toBe("help");
  });
});

test("the usage marks those that are quick", () => {
  const usage = usageOf(BENCHMARKS);
  expect(usage).toContain("\n* small     seconds");
  expect(usage).toContain("\n  large     minutes");
});
