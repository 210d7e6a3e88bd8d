import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { Effect, Layer } from "effect";
import { layerMigrated } from "../../../adapters/postgres/migrate.ts";
import { layerSqlEmbedded } from "../../../adapters/postgres/sql_embedded.ts";
import { layerTargetStore } from "../../../adapters/postgres/target_store.ts";
import { TargetStore } from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { PRICE_E18, targetAt } from "../../contract/target_store_contract.ts";

const OPEN_TIMEOUT_MS = 300_000;
const root = mkdtempSync("/tmp/strikeline-embedded-");
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Opens the store in a directory, uses it and closes it. */
function using<A, E>(
  dataDir: string,
  use: (store: TargetStore["Service"]) => Effect.Effect<A, E>,
): Effect.Effect<A, unknown> {
  const sql = layerMigrated(layerSqlEmbedded({ dataDir, schema: "strikeline" }));
  return TargetStore.use(use).pipe(Effect.provide(Layer.provide(layerTargetStore, sql)));
}
const all = {
  asset: "btc",
  interval: "5min",
  range: { startSec: UnixSec(0), endSec: UnixSec(9_999_999_999) },
} as const;
const messageOf = async (dataDir: string) => {
  const failure = await Effect.runPromise(Effect.flip(using(dataDir, ({ ping }) => ping)));
  return failure instanceof Error ? failure.message : String(failure);
};
const writer = (dataDir: string, ...rest: ReadonlyArray<string>) =>
  Bun.spawn([process.execPath, `${import.meta.dir}/acknowledging_writer.ts`, dataDir, ...rest], {
    stdout: "pipe",
    stderr: "inherit",
  });
const locks = (dataDir: string) => readdirSync(dataDir).filter((name) => name.endsWith(".lock"));

const STOP_IT = "stop it, or set DATA_DIR to another folder";

describe("embedded PostgreSQL on disk", () => {
  const dataDir = `${root}/deep/data`;

  test("creates its directory, and finds again what it stored", async () => {
    const put = [targetAt(300), targetAt(600)];
    await Effect.runPromise(using(dataDir, (store) => store.put(put)));
    expect(locks(dataDir)).toEqual([]);
    const found = await Effect.runPromise(using(dataDir, (store) => store.find(all)));
    expect(found.map(({ startSec, priceE18 }) => [Number(startSec), priceE18])).toEqual([
      [300, PRICE_E18],
      [600, PRICE_E18],
    ]);
  }, OPEN_TIMEOUT_MS);

  test("is not opened twice by one process", async () => {
    await Effect.runPromise(using(dataDir, () =>
      Effect.promise(async () => {
        expect(await messageOf(dataDir)).toBe(
          `Cannot open the store: ${dataDir}/store is in use by process ${process.pid}; ${STOP_IT}`,
        );
        expect(await messageOf(`${dataDir}/../data/`)).toContain("is in use by process");
        expect(locks(dataDir).length).toBe(1);
      })));
  }, OPEN_TIMEOUT_MS);

  test("is not opened while another process holds it, and is once that was killed", async () => {
    const holder = writer(dataDir, "hold");
    await holder.stdout.getReader().read();
    expect(await messageOf(dataDir)).toBe(
      `Cannot open the store: ${dataDir}/store is in use by process ${holder.pid}; ${STOP_IT}`,
    );
    holder.kill("SIGKILL");
    await holder.exited;
    expect(locks(dataDir)).toEqual([`store.${holder.pid}.lock`]);
    expect((await Effect.runPromise(using(dataDir, (store) => store.find(all)))).length).toBe(2);
    expect(locks(dataDir)).toEqual([]);
  }, OPEN_TIMEOUT_MS);

  test("takes no other process for one that had its number before", async () => {
    // Process 1 lives, and did not begin at tick 12345678901.
    writeFileSync(`${dataDir}/store.1.lock`, "1 12345678901\n");
    const opened = await Effect.runPromise(Effect.result(using(dataDir, ({ ping }) => ping)));
    expect(opened._tag).toBe("Success");
  }, OPEN_TIMEOUT_MS);

  test("has what it acknowledged after kill -9", async () => {
    const child = writer(dataDir);
    const acknowledged: Array<number> = [];
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      acknowledged.push(...chunk.split("\n").filter((line) => line !== "").map(Number));
      if (acknowledged.length >= 300) child.kill("SIGKILL");
    }
    await child.exited;
    const found = await Effect.runPromise(using(dataDir, (store) => store.find(all)));
    const starts = new Set(found.map(({ startSec }) => Number(startSec)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(300);
    expect(acknowledged.filter((startSec) => !starts.has(startSec))).toEqual([]);
    expect(found.at(-1)?.priceE18).toBe(BigInt(found.at(-1)?.startSec ?? 0));
  }, OPEN_TIMEOUT_MS);
});

describe("embedded PostgreSQL that cannot be opened", () => {
  test("fails when its directory cannot be created", async () => {
    writeFileSync(`${root}/file`, "");
    expect(await messageOf(`${root}/file`)).toStartWith(
      `Cannot open the store: cannot write to ${root}/file: `,
    );
  });

  test("fails when its directory holds something else, and leaves that alone", async () => {
    const dataDir = `${root}/foreign`;
    await mkdir(dataDir);
    writeFileSync(`${dataDir}/store`, "mine");
    expect(await messageOf(dataDir)).toBe(
      `Cannot open the store: ${dataDir}/store is not a readable store`,
    );
    expect(await Bun.file(`${dataDir}/store`).text()).toBe("mine");
    expect(locks(dataDir)).toEqual([]);
  }, OPEN_TIMEOUT_MS);

  test("begins again when it was killed while it was created", async () => {
    const dataDir = `${root}/unfinished`;
    await mkdir(`${dataDir}/store.unfinished/base`, { recursive: true });
    writeFileSync(`${dataDir}/store.unfinished/PG_VERSION`, "of an earlier try");
    await Effect.runPromise(using(dataDir, (store) => store.put([targetAt(300)])));
    expect(readdirSync(dataDir)).toEqual(["store"]);
    expect(await Bun.file(`${dataDir}/store/PG_VERSION`).text()).toBe("18\n");
  }, OPEN_TIMEOUT_MS);

  test("is left as it is when it is broken", async () => {
    const dataDir = `${root}/broken`;
    await mkdir(`${dataDir}/store/base`, { recursive: true });
    writeFileSync(`${dataDir}/store/PG_VERSION`, "18");
    expect(await messageOf(dataDir)).toContain("is not a readable store");
    expect(readdirSync(dataDir)).toEqual(["store"]);
  }, OPEN_TIMEOUT_MS);
});
