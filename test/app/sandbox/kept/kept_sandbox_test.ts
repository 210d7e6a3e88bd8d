/** The lives of sandboxes in one folder. @module */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { RARE_GAMES, type Settings } from "../../environment.ts";
import { openSandbox } from "../../open_sandbox.ts";
import { askBothSides, buyOfDay, NOON } from "../../order/both_sides.ts";
import { until } from "../../../until.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const TIMEOUT_MS = 400_000;
const SEED = "20";
const folder = makeFolder();
afterAll(folder.remove);
const settings: Settings = {
  ...RARE_GAMES,
  DATA_DIR: folder.path,
  SANDBOX_SEED: SEED,
  SANDBOX_START: NOON.iso,
};

const reasonOf = (changed: Settings) =>
  openSandbox({ ...settings, ...changed }).then(() => "it started", ({ message }) => message);

describe("a sandbox with a folder", () => {
  let told: Awaited<ReturnType<typeof askBothSides>>;
  let [resting, bought] = ["", ""];

  beforeAll(async () => {
    const first = await openSandbox(settings);
    expect(first.greeting).toContain(`kept in    ${folder.path}/sandbox_${SEED}, from now on`);
    resting = await buyOfDay(first, { key: "resting", price: 0.01, size: 100 });
    bought = await buyOfDay(first, { key: "bought", price: 0.99, size: 10 });
    told = await askBothSides(first);
    await first.stop();
  }, TIMEOUT_MS);

  test("goes on where it ended, at another speed, and says so", async () => {
    const earlier = { SANDBOX_START: "2026-11-20T11:00:00Z", SANDBOX_SPEED: "0.5" };
    const second = await openSandbox({ ...settings, ...earlier });
    expect(second.said(/speed 0.5, clock at (\S+)/) > told.nowIso).toBe(true);
    expect(second.said(/goes on from (\S+), where it ran at speed 1$/m) > told.nowIso).toBe(true);
    let again = await askBothSides(second);
    await until(async () => {
      again = await askBothSides(second);
      return again.balanceE6 === 10_000_000_000 - again.spentE6;
    });
    const orders = [`${resting} live`, `${bought} matched`].toSorted();
    expect(again).toMatchObject({ atVenue: orders, inHistory: orders, open: [resting] });
    expect([again.balanceE6, again.shares]).toEqual([told.balanceE6, [10]]);
    await second.stop();
  }, TIMEOUT_MS);

  test("does not start with another seed or calendar, and says both ways out", async () => {
    const emptying = / or empty it: .* sandbox --fresh$/;
    const seed = await reasonOf({ SANDBOX_SEED: "21" });
    expect(seed).toMatch(emptying);
    expect(seed).toStartWith(
      `Cannot start the sandbox of seed 21 in ${folder.path}: it has the world of seed ${SEED}; ` +
        `set SANDBOX_SEED=${SEED} to go on with that,`,
    );
    const profile = await reasonOf({ VENUE_PROFILE: "polymarket" });
    expect(profile).toMatch(emptying);
    expect(profile).toStartWith(
      `Cannot go on with the world in ${folder.path}/sandbox_${SEED}: it was made with ` +
        "VENUE_PROFILE=spec; set that,",
    );
  }, TIMEOUT_MS);

  test("begins anew with --fresh, which leaves live mode alone", async () => {
    mkdirSync(`${folder.path}/live/store`, { recursive: true });
    const fresh = await openSandbox({ ...settings, SANDBOX_SEED: "21" }, ["--fresh"]);
    expect(readdirSync(folder.path).toSorted()).toEqual(["live", "sandbox_21"]);
    expect(readdirSync(`${folder.path}/live`)).toEqual(["store"]);
    expect(await askBothSides(fresh)).toMatchObject({ atVenue: [], inHistory: [], spentE6: 0 });
    await expect(openSandbox({ ...settings, SANDBOX_SEED: "22" }, ["--fresh"])).rejects.toThrow(
      `Cannot empty ${folder.path}/sandbox_21: a running sandbox uses it; stop it first`,
    );
    await fresh.stop();
  }, TIMEOUT_MS);
});
