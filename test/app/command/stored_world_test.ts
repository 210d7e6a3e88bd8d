import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync } from "node:fs";
import { resolve } from "node:path";
import { Option, Redacted } from "effect";
import { serverSkip, serverUrl } from "../../adapters/postgres/fresh_schema.ts";
import { insertRows } from "../../adapters/postgres/stored_rows.ts";
import { isStored, isStoredIn, placeOf } from "../../../app/command/stored_world.ts";
import { withReason } from "../../skip_reason.ts";
import { newSeed, storedWorld } from "./backup/stored_world.ts";
import { makeFolder } from "../../temporary_folder.ts";

const { path: folder, remove } = makeFolder();
afterAll(remove);

describe("whether a world is stored", () => {
  test("is told by the store in its folder", () => {
    mkdirSync(`${folder}/whole/store`, { recursive: true });
    mkdirSync(`${folder}/empty`);
    expect(["whole", "empty", "none"].map((name) => isStoredIn(`${folder}/${name}`)))
      .toEqual([true, false, false]);
  });

  test("is not known of a folder that cannot be looked into", () => {
    symlinkSync("loop", `${folder}/loop`);
    expect(() => isStoredIn(`${folder}/loop`)).toThrow(
      `Cannot open the store: cannot look into ${folder}/loop: `,
    );
  });

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("is told by the migrations of its schema on a server", serverSkip.skip),
    async () => {
      const seed = newSeed();
      const world = storedWorld("server", seed);
      const storage = { databaseUrl: Option.some(Redacted.make(serverUrl)) };
      const store = { world: `sandbox_${Number(seed)}`, folder } as const;
      expect(await isStored(storage, store)).toBe(false);
      expect(await isStored(storage, store)).toBe(false);
      await world.use(insertRows);
      expect(await isStored(storage, store)).toBe(true);
    },
  );
});

test("the place of a store is absolute, or the schema of a server", () => {
  const store = { world: "live", folder: ".data/live" } as const;
  expect(placeOf({ databaseUrl: Option.none() }, store)).toBe(resolve(".data/live"));
  expect(placeOf({ databaseUrl: Option.some(Redacted.make("postgres://me:secret@x/y")) }, store))
    .toBe("the schema strikeline of the database at DATABASE_URL");
});
