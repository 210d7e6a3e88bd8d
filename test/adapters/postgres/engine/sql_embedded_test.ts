import { afterAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { Effect, Layer } from "effect";
import { layerMigrated } from "../../../../adapters/postgres/engine/migrate.ts";
import { Sql } from "../../../../adapters/postgres/engine/sql.ts";
import { layerSqlEmbedded } from "../../../../adapters/postgres/engine/sql_embedded.ts";
import { layerTargetStore } from "../../../../adapters/postgres/store/target_store.ts";
import { TargetStore } from "../../../../core/port/target_store.ts";
import { UnixSec } from "../../../../core/time/mod.ts";
import { targetAt } from "../../../contract/target_store_contract.ts";
import { withReason } from "../../../skip_reason.ts";
import { makeFolder } from "../../../temporary_folder.ts";
import { diskSkip, makeSmallDisk } from "../small_disk.ts";

const MIB = 1024 * 1024;
const { path: root, remove } = makeFolder();
afterAll(remove);

/** Opens the store in a folder, uses it and closes it. */
function using<A, E>(
  dataDir: string,
  use: (store: TargetStore["Service"]) => Effect.Effect<A, E>,
): Promise<A> {
  const sql = layerMigrated(layerSqlEmbedded({ dataDir, schema: "strikeline" }));
  return Effect.runPromise(
    TargetStore.use(use).pipe(Effect.provide(Layer.provide(layerTargetStore, sql))),
  );
}
const open = (dataDir: string) => using(dataDir, ({ ping }) => ping);
const startsOf = async (dataDir: string) => {
  const range = { startSec: UnixSec(0), endSec: UnixSec(9_999_999_999) };
  const found = await using(
    dataDir,
    (store) => store.find({ asset: "btc", interval: "5min", range }),
  );
  return found.map(({ startSec }) => Number(startSec));
};
/** What the operator reads. */
const refusalOf = (dataDir: string) =>
  open(dataDir).then(
    () => "none",
    (failure) => failure instanceof Error ? failure.message : String(failure),
  );

describe("an embedded store", () => {
  test("creates its folder, lets nobody else open it, and has again what it stored", async () => {
    const dataDir = `${root}/deep/data`;
    await using(dataDir, (store) =>
      Effect.andThen(
        store.put([targetAt(300), targetAt(600)]),
        Effect.promise(async () => expect(await refusalOf(dataDir)).toContain("is in use by")),
      ));
    expect(await startsOf(dataDir)).toEqual([300, 600]);
    expect(readdirSync(dataDir)).toEqual(["store"]);
  });

  test("begins again when it was killed while it was created", async () => {
    const dataDir = `${root}/unfinished`;
    mkdirSync(`${dataDir}/store.unfinished/base`, { recursive: true });
    writeFileSync(`${dataDir}/store.unfinished/PG_VERSION`, "of an earlier try");
    await open(dataDir);
    expect(readdirSync(dataDir)).toEqual(["store"]);
    expect(await Bun.file(`${dataDir}/store/PG_VERSION`).text()).toBe("18\n");
  });

  test.each([
    ["something else", undefined, "is not a readable store"],
    ["a broken store", "18", "is not a readable store"],
    [
      "a store of another major version",
      "17",
      "is of PostgreSQL 17, and this version of the service reads 18; back it up with the " +
      "version that wrote it, and restore it into another DATA_DIR",
    ],
  ])("leaves a folder alone that has %s", async (name, version, refusal) => {
    const dataDir = `${root}/${name}`;
    const place = `${dataDir}/store`;
    mkdirSync(version === undefined ? dataDir : `${place}/base`, { recursive: true });
    writeFileSync(version === undefined ? place : `${place}/PG_VERSION`, version ?? "mine");
    const before = readdirSync(dataDir, { recursive: true });
    expect(await refusalOf(dataDir)).toStartWith(`Cannot open the store: ${place} ${refusal}`);
    expect(readdirSync(dataDir, { recursive: true })).toEqual(before);
  });

  test("says that its folder cannot be created", async () => {
    writeFileSync(`${root}/file`, "");
    expect(await refusalOf(`${root}/file`))
      .toStartWith(`Cannot open the store: cannot write to ${root}/file: `);
  });

  const isRoot = process.getuid?.() === 0;
  test.skipIf(isRoot)(
    withReason(
      "does not open in another user's folder, and says so",
      isRoot ? "skipped: root may write everywhere" : undefined,
    ),
    async () => {
      mkdirSync(`${root}/other`, { mode: 0o500 });
      expect(await refusalOf(`${root}/other`)).toBe(
        `Cannot open the store: cannot write to ${root}/other: this user may not write to it; ` +
          "grant that, or set DATA_DIR to another folder",
      );
      chmodSync(`${root}/other`, 0o700);
    },
  );

  test.skipIf(diskSkip !== undefined)(
    withReason("does not open on a disk that is full or read-only, and says so", diskSkip),
    async () => {
      const disk = makeSmallDisk(64 * MIB);
      const folder = `${disk.path}/live`;
      mkdirSync(folder);
      const full = "its disk is full; free space on it";
      disk.fill(8 * MIB);
      expect(await refusalOf(folder))
        .toBe(`Cannot open the store: cannot create ${folder}/store: ${full}`);
      disk.empty();
      await open(folder);
      disk.fill();
      expect(await refusalOf(folder))
        .toBe(`Cannot open the store: cannot write to ${folder}: ${full}`);
      disk.empty();
      // Enough for a claim, and too little for the store itself.
      disk.fill(4_096);
      expect(await refusalOf(folder))
        .toBe(`Cannot open the store: cannot write to ${folder}/store: ${full}`);
      disk.empty();
      disk.setReadOnly(true);
      expect(await refusalOf(folder)).toBe(
        `Cannot open the store: cannot write to ${folder}: its file system is read-only; ` +
          "make it writable, or set DATA_DIR to another folder",
      );
      disk.setReadOnly(false);
      await open(folder);
    },
  );

  test.skipIf(diskSkip !== undefined)(
    withReason("reports that it takes no writes while its disk is full, and loses none", diskSkip),
    async () => {
      const disk = makeSmallDisk(80 * MIB);
      const evidence = () => randomBytes(60_000).toString("base64");
      const written: Array<number> = [];
      const failures = await using(disk.path, (store) =>
        Effect.gen(function* () {
          yield* store.ping;
          disk.fill(2 * MIB);
          for (let startSec = 300;; startSec += 300) {
            const put = yield* Effect.result(store.put([targetAt(startSec, 1n, evidence())]));
            if (put._tag === "Failure") break;
            written.push(startSec);
          }
          const failures = [yield* Effect.flip(store.ping), yield* Effect.flip(store.ping)];
          disk.empty();
          yield* store.ping;
          yield* store.put([targetAt(9_000_000, 1n, evidence())]);
          return failures;
        }));
      for (const { message } of failures) {
        expect(message).toBe("Cannot use the store: it takes no writes now");
      }
      expect(String(failures[0]?.cause)).toContain("its disk is full; free space on it");
      expect(written.length).toBeGreaterThan(0);
      expect(await startsOf(disk.path)).toEqual([...written, 9_000_000]);
    },
  );
});

describe("the statements of an embedded store", () => {
  const inStore = (use: (sql: Sql["Service"]) => Effect.Effect<void, unknown>) =>
    Effect.runPromise(
      Sql.use(use).pipe(
        Effect.provide(layerSqlEmbedded({ dataDir: "memory://", schema: "strikeline" })),
      ),
    );
  /** How many are prepared whose text has this in it. */
  const prepared = (sql: Sql["Service"], part: string) =>
    Effect.map(
      sql.query("select name from pg_prepared_statements where position($1 in statement) > 0", [
        part,
      ]),
      ({ length }) => length,
    );

  test("are parsed once each, and all of them anew after a thousand runs", async () => {
    await inStore(Effect.fnUntraced(function* (sql) {
      for (const dose of [1, 2, null]) {
        expect(yield* sql.query("select $1::int as dose", [dose])).toEqual([{ dose }]);
      }
      expect(yield* prepared(sql, "as dose")).toBe(1);
      for (let other = 0; other < 1_000; other++) yield* sql.query(`select ${other} as other`);
      expect(yield* prepared(sql, "as dose")).toBe(0);
      expect(yield* prepared(sql, "as other")).toBeLessThan(100);
      expect(yield* sql.query("select $1::int as dose", [4])).toEqual([{ dose: 4 }]);
    }));
  });

  test("are forgotten when they fail, wherever they fail", async () => {
    await inStore(Effect.fnUntraced(function* (sql) {
      const failing = [
        ["select nowhere", [], 'column "nowhere" does not exist'],
        ["select 1 / $1::int as failing", ["0"], "division by zero"],
      ] as const;
      for (const [text, parameters, reason] of [...failing, ...failing]) {
        const { message } = yield* Effect.flip(sql.query(text, parameters));
        expect(message).toBe(`Cannot run a statement: ${reason}`);
      }
      expect(yield* sql.query("select 1 / $1::int as failing", [1])).toEqual([{ failing: 1 }]);
      expect(yield* prepared(sql, "failing")).toBe(1);
    }));
  });

  test("of a transaction that has ended are refused", async () => {
    await inStore(Effect.fnUntraced(function* (sql) {
      const inside = yield* sql.transaction((inside) => Effect.succeed(inside));
      const { message } = yield* Effect.flip(inside.query("select 1"));
      expect(message).toBe("Cannot run a statement: the transaction has ended");
    }));
  });
});
