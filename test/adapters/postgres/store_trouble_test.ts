import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { Effect, Layer, Redacted } from "effect";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerSqlServer } from "../../../adapters/postgres/sql_server.ts";
import { layerTargetStore } from "../../../adapters/postgres/target_store.ts";
import { Sql } from "../../../adapters/postgres/sql.ts";
import { TargetStore } from "../../../core/port/mod.ts";
import { targetAt } from "../../contract/target_store_contract.ts";
import { withReason } from "../../skip_reason.ts";
import { makeFolder } from "../../temporary_folder.ts";
import { newSchema, serverSkip, serverUrl } from "./fresh_schema.ts";
import { startRewritingProxy } from "./rewriting_proxy.ts";
import { diskSkip, makeSmallDisk } from "./small_disk.ts";

const MIB = 1024 * 1024;
const SCHEMA = "strikeline";

function using<A, E>(
  sql: Layer.Layer<Sql, unknown>,
  use: (store: TargetStore["Service"]) => Effect.Effect<A, E>,
): Effect.Effect<A, unknown> {
  return TargetStore.use(use).pipe(Effect.provide(Layer.provide(layerTargetStore, sql)));
}
const embedded = (dataDir: string) => layerMigrated(layerSqlEmbedded({ dataDir, schema: SCHEMA }));
/** Opens the store, and closes it again. */
const open = (sql: Layer.Layer<Sql, unknown>) => Effect.runPromise(using(sql, ({ ping }) => ping));
/** What the operator reads. */
const refusalOf = async (sql: Layer.Layer<Sql, unknown>) => {
  const failure = await Effect.runPromise(Effect.flip(using(sql, ({ ping }) => ping)));
  return failure instanceof Error ? failure.message : String(failure);
};

describe("an embedded store", () => {
  test.skipIf(diskSkip !== undefined)(
    withReason("does not open on a full disk, new or existing, and says so", diskSkip),
    async () => {
      const disk = makeSmallDisk(64 * MIB);
      disk.fill(8 * MIB);
      const folder = `${disk.path}/live`;
      mkdirSync(folder);
      const full = "its disk is full; free space on it";
      expect(await refusalOf(embedded(folder))).toBe(
        `Cannot open the store: cannot create ${folder}/store: ${full}`,
      );
      disk.empty();
      await open(embedded(folder));
      disk.fill();
      expect(await refusalOf(embedded(folder))).toBe(
        `Cannot open the store: cannot write to ${folder}: ${full}`,
      );
      disk.empty();
      await open(embedded(folder));
    },
  );

  test.skipIf(diskSkip !== undefined)(
    withReason("does not open on a disk that is nearly full, and says so", diskSkip),
    async () => {
      const disk = makeSmallDisk(64 * MIB);
      await open(embedded(disk.path));
      // Enough for a claim, and too little for the store itself.
      disk.fill(4_096);
      expect(await refusalOf(embedded(disk.path))).toBe(
        `Cannot open the store: cannot write to ${disk.path}/store: its disk is full; ` +
          "free space on it",
      );
    },
  );

  test.skipIf(diskSkip !== undefined)(
    withReason("does not open in a read-only folder, and says so", diskSkip),
    async () => {
      const disk = makeSmallDisk(64 * MIB);
      await open(embedded(disk.path));
      disk.setReadOnly(true);
      expect(await refusalOf(embedded(disk.path))).toBe(
        `Cannot open the store: cannot write to ${disk.path}: its file system is read-only; ` +
          "make it writable, or set DATA_DIR to another folder",
      );
      disk.setReadOnly(false);
      await open(embedded(disk.path));
    },
  );

  const isRoot = process.getuid?.() === 0;
  test.skipIf(isRoot)(
    withReason(
      "does not open in another user's folder, and says so",
      isRoot ? "skipped: root may write everywhere" : undefined,
    ),
    async () => {
      const folder = makeFolder();
      chmodSync(folder.path, 0o500);
      expect(await refusalOf(embedded(folder.path))).toBe(
        `Cannot open the store: cannot write to ${folder.path}: this user may not write to it; ` +
          "grant that, or set DATA_DIR to another folder",
      );
      folder.remove();
    },
  );

  test("does not open with the files of another major version, and says so", async () => {
    const folder = makeFolder();
    mkdirSync(`${folder.path}/store`);
    writeFileSync(`${folder.path}/store/PG_VERSION`, "17\n");
    expect(await refusalOf(embedded(folder.path))).toBe(
      `Cannot open the store: ${folder.path}/store is of PostgreSQL 17, and this version of the ` +
        "service reads 18; back it up with the version that wrote it, and restore it into " +
        "another DATA_DIR",
    );
    folder.remove();
  });

  test.skipIf(diskSkip !== undefined)(
    withReason("reports that it takes no writes while its disk is full, and loses none", diskSkip),
    async () => {
      const disk = makeSmallDisk(80 * MIB);
      const evidence = () => randomBytes(6_000).toString("base64");
      const written: Array<number> = [];
      const write = Effect.gen(function* () {
        const store = yield* TargetStore;
        yield* store.ping;
        disk.fill(2 * MIB);
        for (let startSec = 300;; startSec += 300) {
          const put = yield* Effect.result(store.put([targetAt(startSec, 1n, evidence())]));
          if (put._tag === "Failure") break;
          written.push(startSec);
        }
        const first = yield* Effect.flip(store.ping);
        const second = yield* Effect.flip(store.ping);
        disk.empty();
        yield* store.ping;
        yield* store.put([targetAt(9_000_000, 1n, evidence())]);
        return [first.message, second.message, String(first.cause)];
      });
      const layer = Layer.provide(layerTargetStore, embedded(disk.path));
      const [first, second, cause] = await Effect.runPromise(Effect.provide(write, layer));
      expect([first, second]).toEqual(
        Array(2).fill("Cannot use the store: it takes no writes now"),
      );
      expect(cause).toContain("its disk is full; free space on it");
      const range = { startSec: 0, endSec: 99_999_999 } as never;
      const found = await Effect.runPromise(
        using(
          embedded(disk.path),
          (store) => store.find({ asset: "btc", interval: "5min", range }),
        ),
      );
      expect(written.length).toBeGreaterThan(0);
      expect(found.map(({ startSec }) => Number(startSec))).toEqual([...written, 9_000_000]);
    },
  );
});

describe("a server", () => {
  const at = (url: string) =>
    layerMigrated(
      layerSqlServer({ url: Redacted.make(url), schema: newSchema(), connectionsMax: 1 }),
    );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("that is read-only is refused, and what to do said", serverSkip.skip),
    async () => {
      const url = new URL(serverUrl);
      url.searchParams.set("options", "-c default_transaction_read_only=on");
      expect(await refusalOf(at(url.href))).toBe(
        "Cannot open the store: it is read-only (a standby, or default_transaction_read_only is " +
          "on); set DATABASE_URL to the primary server, or make this one writable",
      );
    },
  );

  test.skipIf(serverSkip.skip !== undefined)(
    withReason("of an older version than the tests run on is refused", serverSkip.skip),
    async () => {
      const url = new URL(serverUrl);
      const [row] = await Effect.runPromise(
        Effect.provide(
          Effect.flatMap(Sql, (sql) =>
            sql.query(
              `select current_setting('server_version_num') as number,
                current_setting('server_version') as text`,
            )),
          layerSqlServer({ url: Redacted.make(serverUrl), schema: SCHEMA, connectionsMax: 1 }),
        ),
      );
      const [number, text] = [String(row?.["number"]), String(row?.["text"])];
      const proxy = await startRewritingProxy(
        { host: url.hostname, port: Number(url.port || 5432) },
        [[number, `13${number.slice(2)}`], [text, `13${text.slice(2)}`]],
      );
      url.host = `127.0.0.1:${proxy.port}`;
      expect(await refusalOf(at(url.href))).toBe(
        `Cannot open the store: ${url.host} is PostgreSQL 13${
          text.slice(2).split(" ")[0]
        }; use 14 or later`,
      );
      await proxy.stop();
    },
  );
});
