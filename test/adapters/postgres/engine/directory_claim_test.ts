import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { Effect } from "effect";
import { claimDirectory } from "../../../../adapters/postgres/engine/directory_claim.ts";
import { processBegan } from "../../../../adapters/postgres/engine/process_mark.ts";
import { makeFolder } from "../../../temporary_folder.ts";

const { path: parent, remove } = makeFolder();
afterAll(remove);
const claims = () => readdirSync(parent);
/** Process ids of Linux are smaller. */
const NO_PROCESS = 4_194_305;

/** What an operator reads whose process cannot have the folder, or nothing. */
const refusal = (at = parent) =>
  claimDirectory({ parent: at, name: "store" }).pipe(
    Effect.match({ onFailure: ({ message }) => message, onSuccess: () => undefined }),
    Effect.scoped,
  );
const inUseBy = (pid: number) =>
  `Cannot open the store: ${parent}/store is in use by process ${pid}; stop it, or set DATA_DIR ` +
  "to another folder";

describe("the folder of a store", () => {
  test("is had once by one process, whatever it is called, and again afterwards", () =>
    Effect.runPromise(Effect.gen(function* () {
      yield* Effect.scoped(Effect.gen(function* () {
        yield* claimDirectory({ parent, name: "store" });
        expect(yield* refusal()).toBe(inUseBy(process.pid));
        expect(yield* refusal(`${parent}/x/..//`)).toBe(inUseBy(process.pid));
        expect(claims()).toEqual([`store.${process.pid}.lock`]);
      }));
      expect(claims()).toEqual([]);
      expect(yield* refusal()).toBeUndefined();
    })));

  test("is not had while another process has it, and is once that was killed", async () => {
    const began = await processBegan(process.ppid);
    writeFileSync(`${parent}/store.${process.ppid}.lock`, `${process.ppid} ${began}\n`);
    expect(await Effect.runPromise(refusal())).toBe(inUseBy(process.ppid));
    // A claim that is still being written says nothing of when its process began.
    writeFileSync(`${parent}/store.${process.ppid}.lock`, "");
    expect(await Effect.runPromise(refusal())).toBe(inUseBy(process.ppid));
    // The same number as a process that has ended.
    writeFileSync(`${parent}/store.${process.ppid}.lock`, `${process.ppid} 12345678901\n`);
    writeFileSync(`${parent}/store.${NO_PROCESS}.lock`, `${NO_PROCESS} 1\n`);
    expect(await Effect.runPromise(refusal())).toBeUndefined();
    expect(claims()).toEqual([]);
  });
});
