/** Short soaks by the command: of the service, and of processes that keep what they get. @module */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { Result } from "effect";
import { startServer } from "../bench/child.ts";
import { environmentOf } from "../app/environment.ts";
import { makeFolder } from "../app/process.ts";
import { readSoakArguments } from "./soak_arguments.ts";
import type { Fault } from "./leaking_process.ts";
import { makeCounts } from "./counts.ts";
import { missedRate, wrongInLoad } from "./load_verdict.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const LEAKING = "test/soak/leaking_process.ts";
const folder = makeFolder();
afterAll(folder.remove);

/** Runs `soak` to its end. */
async function soak(...args: ReadonlyArray<string>) {
  const { TEST_BINARY } = process.env;
  const child = Bun.spawn([process.execPath, "run", `${ROOT}test/soak/main.ts`, ...args], {
    env: environmentOf(TEST_BINARY === undefined ? {} : { TEST_BINARY }),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

/** Runs it against a small process that has this fault. */
async function soakOf(fault: Fault, ...args: ReadonlyArray<string>) {
  const { url, pid, stop } = await startServer(LEAKING, { args: [fault] });
  const short = ["--minutes", "0.08", "--every", "0.25", "--rate", "20", "--reach", "0.1"];
  const found = await soak("--url", url, "--pid", String(pid), ...short, "--seed", "7", ...args);
  await stop();
  return found;
}

describe.skipIf(!existsSync("/proc/self/fd"))("a soak", () => {
  test("passes what keeps nothing, and draws it", async () => {
    const svg = `${folder.path}/soak.svg`;
    const { code, out } = await soakOf("nothing", "--judge", "0", "--svg", svg);
    expect(out).toContain("\nno growth");
    expect(code).toBe(0);
    const rows = out.split("\n").filter((line) => /^ +\d+\.\d +\d+ +\d+ +\d+ +\d+ /.test(line));
    expect(rows.length).toBeGreaterThan(4);
    expect(readFileSync(svg, "utf8")).toMatch(/^<svg [^]*<polyline [^]*<\/svg>\n$/);
  });

  test("finds memory that grows with the requests", async () => {
    const { code, out } = await soakOf("memory", "--judge", "0");
    expect(out).toMatch(/FAILED resident grows by \d+\.\d\d MB a minute/);
    expect(out).not.toContain("FAILED handles");
    expect(code).toBe(1);
  });

  test("is too short to judge growth, unless it is told to, and judges handles", async () => {
    const { code, out } = await soakOf("files");
    expect(out).toMatch(/^ {2}handles +\d+\.\d+ handles a minute$/m);
    expect(out).toContain("\ntoo short to judge growth; see --judge\n");
    expect(out).not.toContain("grows by");
    expect(out).toMatch(/FAILED \d+ handles stay open after the load/);
    expect(code).toBe(1);
  });

  test("finds handles that stay open", async () => {
    const { code, out } = await soakOf("files", "--judge", "0");
    expect(out).toMatch(/FAILED handles grows by \d+/);
    expect(out).toMatch(/FAILED \d+ handles stay open after the load/);
    expect(code).toBe(1);
  });

  test("finds a service that ends in the middle", async () => {
    const { code, out } = await soakOf("end");
    expect(out).toMatch(/FAILED the service ended after 0\.\d minutes/);
    expect(out).toMatch(/slope over the second half/);
    expect(code).toBe(1);
  });

  test("finds a service that answers nothing", async () => {
    const { code, out } = await soakOf("hang");
    expect(out).toContain("FAILED no request was answered\n");
    expect(out).toContain("FAILED the last readings do not have heap\n");
    expect(code).toBe(1);
  });

  test("finds a service that has nothing", async () => {
    const { code, out } = await soakOf("missing", "--judge", "0");
    expect(out).toMatch(/FAILED \d+ of \d+ requests were answered as expected/);
    expect(out).toMatch(/ [1-9]\d* answered 4xx/);
    expect(out).not.toContain("no growth");
    expect(code).toBe(1);
  });

  test("finds a rate that was not reached, once it is long enough", async () => {
    const { code, out } = await soakOf("slow", "--rate", "1000", "--judge", "0");
    expect(out).toMatch(/FAILED [\d.]+ requests a second were answered, and 1000 were asked/);
    expect(code).toBe(1);
  });

  test("loads the service, its stream and its providers", async () => {
    const { code, out, err } = await soak(
      // A busy machine answers the first requests, which are cold, after seconds.
      ...["--minutes", "0.25", "--every", "0.5", "--leagues", "wsl", "--seed", "7"],
      ...["--speed", "2", "--rate", "10"],
    );
    expect(err).toBe("");
    expect(out).toMatch(
      /\n[1-9]\d* requests, .* \d+ frames of [1-9]\d* connections, (?:[2-9]|\d\d+) faults\n/,
    );
    expect(out).not.toContain("FAILED");
    expect(out).toContain("\ntoo short to judge growth");
    expect(code).toBe(0);
  });
});

test("growth and rate are judged from 20 minutes on, or as many as are said", () => {
  const isJudged = (...args: ReadonlyArray<string>) =>
    Result.getOrThrow(readSoakArguments(args)).isJudged;
  expect(["19.9", "20"].map((minutes) => isJudged("--minutes", minutes))).toEqual([false, true]);
  expect(isJudged("--minutes", "0.1", "--judge", "0")).toBe(true);
});

describe("the load", () => {
  const bounds = {
    ratePerSec: 40,
    tookMs: 60_000,
    reachShare: 0.5,
    expectedShare: 0.6,
    isRateJudged: true,
  };
  const good = { ...makeCounts(), requests: 2_400, expected: 2_000, streams: 100 };
  const wrong = (counts: Partial<typeof good>, isRateJudged = true) =>
    wrongInLoad({ ...good, ...counts }, { ...bounds, isRateJudged });

  test("that was not reached is told", () => {
    expect(missedRate(1_800, { ...bounds, ratePerSec: 1_000 }))
      .toBe("30.0 requests a second were answered, and 1000 were asked for");
    expect(missedRate(2_160, bounds)).toBeUndefined();
    expect(missedRate(2_159, bounds)).toBe(
      "36.0 requests a second were answered, and 40 were asked for",
    );
  });

  test("is right with most of its answers, as it was meant", () => {
    expect(wrong({})).toEqual([]);
    expect(wrong({ expected: 1_440, errors: 130 })).toEqual([]);
    expect(wrong({ requests: 1_200, expected: 1_200 })).toEqual([]);
  });

  test.each<[string, Partial<typeof good>]>([
    ["no request was answered", { requests: 0, expected: 0, errors: 9 }],
    ["20.0 requests a second were answered, and 40 were asked for", {
      requests: 1_199,
      expected: 1_199,
    }],
    ["1439 of 2400 requests were answered as expected", { expected: 1_439 }],
    ["132 errors beside 2400 answered requests and 100 streams", { errors: 132 }],
  ])("is wrong: %s", (line, counts) => {
    expect(wrong(counts)).toEqual([line]);
  });

  test("of a short soak may be all warm-up", () => {
    expect(wrong({ requests: 1_199, expected: 1_199 }, false)).toEqual([]);
  });
});

test("what it cannot use it refuses in one line, before anything starts", async () => {
  const { code, out, err } = await soak("--minutes", "0");
  expect(err).toStartWith(
    `Cannot use --minutes "0": send a number from 0.01 to 10080\nUsage: `,
  );
  expect([code, out]).toEqual([1, ""]);
});

test.each([
  [["--rate", "x"], `Cannot use --rate "x": send a number from 0.1 to 1000`],
  [["--every=1e3"], `Cannot use --every "1e3": send a number from 0.1 to 600`],
  [["--url", "http://127.0.0.1:1"], "Give --url and --pid together"],
  [["--pid", "1"], "Give --url and --pid together"],
  [["--url", "ftp://x", "--pid", "1"], `Cannot use --url "ftp://x": send an origin`],
  [["--reach", "2"], `Cannot use --reach "2": send a number from 0 to 1`],
  [["--judge", "no"], `Cannot use --judge "no": send a number from 0 to 10080`],
  [["now"], `Unknown argument "now"`],
  [["--fast", "1"], "Unknown option '--fast'"],
])("%p is refused", (args, line) => {
  const read = readSoakArguments(args);
  expect(Result.isFailure(read) && read.failure).toStartWith(line);
});
