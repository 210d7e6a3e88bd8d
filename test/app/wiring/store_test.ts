import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, statSync } from "node:fs";
import { makeWorldFolder, schemaOf, worldFolder } from "../../../app/wiring/world_folder.ts";
import { makeFolder } from "../../temporary_folder.ts";

describe("worlds", () => {
  const worlds = ["live", "sandbox_1", "sandbox_2", "sandbox_9007199254740991"] as const;

  test("never share a schema or a folder: simulated prices must not mix with real ones", () => {
    expect(new Set(worlds.map(schemaOf)).size).toBe(worlds.length);
    const folders = worlds.map((world) => worldFolder({ dataDir: "data" }, world));
    expect(new Set(folders).size).toBe(worlds.length);
  });

  test("have schema names that a database takes", () => {
    for (const world of worlds) expect(schemaOf(world)).toMatch(/^[a-z_][a-z0-9_]{0,40}$/);
  });

  test("have folders that only their owner can open, new or existing", () => {
    const { path, remove } = makeFolder();
    afterAll(remove);
    for (const world of ["live", "sandbox_1"] as const) {
      const folder = worldFolder({ dataDir: path }, world);
      if (world === "live") {
        mkdirSync(folder);
        chmodSync(folder, 0o755);
      }
      makeWorldFolder(folder);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
  });
});
