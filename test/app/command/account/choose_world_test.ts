import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { Result } from "effect";
import { chooseWorld } from "../../../../app/command/account/choose_world.ts";
import { startOperatorSocket } from "../../../../app/operator/operator_socket.ts";
import { worldFolder, type WorldName } from "../../../../app/wiring/world_folder.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const folder = makeFolder();
const { path: dataDir } = folder;
afterAll(folder.remove);

/** A service of a world, as far as it can be seen from outside. */
async function start(world: WorldName): Promise<() => Promise<void>> {
  const path = worldFolder({ dataDir }, world);
  mkdirSync(path, { recursive: true });
  const socket = await startOperatorSocket(path, new Map());
  if (socket === undefined) throw new Error("no socket");
  afterAll(socket.stop);
  return socket.stop;
}

const choose = (asked: "live" | "sandbox" | "unspecified") =>
  chooseWorld(asked, { dataDir, seed: 7 });
const chosen = (world: WorldName) => Result.succeed({ world, note: null });

describe("the world of a command", () => {
  test("is the requested one, whatever is running", async () => {
    const stop = await start("sandbox_3");
    expect(await choose("live")).toEqual(chosen("live"));
    expect(await choose("sandbox")).toEqual(chosen("sandbox_7"));
    await stop();
  });

  test("is live if nothing is running, even if something was", async () => {
    expect(await choose("unspecified")).toEqual(chosen("live"));
    expect(await chooseWorld("unspecified", { dataDir: `${dataDir}/none`, seed: 7 }))
      .toEqual(chosen("live"));
  });

  test("is the one running sandbox, with a note, unless live mode runs", async () => {
    mkdirSync(`${dataDir}/sandbox_4`);
    mkdirSync(`${dataDir}/sandbox_five`);
    const stop = await start("sandbox_3");
    expect(await choose("unspecified")).toMatchObject({
      success: { world: "sandbox_3", note: expect.stringContaining(`sandbox_3, which is running`) },
    });
    const stopLive = await start("live");
    expect(await choose("unspecified")).toEqual(chosen("live"));
    await stopLive();
    const stopOther = await start("sandbox_11");
    const several = await choose("unspecified");
    expect(Result.isFailure(several) && several.failure).toEqual({
      error: `Cannot choose a sandbox: sandbox_11, sandbox_3 are running in ${dataDir}`,
      hint: "Add --sandbox and set SANDBOX_SEED to choose one",
    });
    await Promise.all([stop(), stopOther()]);
  });
});
