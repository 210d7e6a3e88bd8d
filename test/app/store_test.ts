import { describe, expect, test } from "bun:test";
import { schemaOf, worldFolder } from "../../app/store.ts";

describe("worlds", () => {
  const worlds = ["live", "sandbox_1", "sandbox_2", "sandbox_9007199254740991"] as const;

  test("never share a schema or a folder: a simulated price is no price", () => {
    expect(new Set(worlds.map(schemaOf)).size).toBe(worlds.length);
    const folders = worlds.map((world) => worldFolder({ dataDir: "data" }, world));
    expect(new Set(folders).size).toBe(worlds.length);
  });

  test("have schema names that a database takes", () => {
    for (const world of worlds) expect(schemaOf(world)).toMatch(/^[a-z_][a-z0-9_]{0,40}$/);
  });
});
