import { afterEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, References, Result } from "effect";
import { layerTargetJournal } from "../../../adapters/process/target_journal.ts";
import { TargetJournal, type TargetJournalService } from "../../../core/port/target_journal.ts";
import type { IdentifiedTarget } from "../../../core/port/target_store.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { oracleTarget } from "../../core/price/oracle_target.ts";

const folder = mkdtempSync(join(tmpdir(), "strikeline-journal-"));
/** Processes come one after the other, unless one is said to live on. */
let processes = 0;
const living = new Set<string>();
const files = () => readdirSync(folder).map((name) => join(folder, name));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process of its own each time, which has ended afterwards. */
function run<A>(use: (journal: TargetJournalService) => Effect.Effect<A>, at = folder): Promise<A> {
  const mark = `${++processes}_1`;
  const isDeadMark = (each: string) => Promise.resolve(each !== mark && !living.has(each));
  return Effect.runPromise(
    Effect.flatMap(TargetJournal, use).pipe(
      Effect.provide(layerTargetJournal({ folder: at, mark, isDeadMark })),
      Effect.provideService(References.MinimumLogLevel, "None"),
    ),
  );
}

function identified(startSec: number): IdentifiedTarget {
  return {
    id: { asset: "btc", interval: "5min", startSec: UnixSec(startSec) },
    target: oracleTarget("relay", { observedSec: startSec, priceE18: 10n ** 30n + 1n }),
  };
}

const FOUND = [identified(300), identified(600), identified(900)];

describe("the journal of unstored targets", () => {
  test("has what an earlier process appended, exactly, until it is cleared", async () => {
    mkdirAgain();
    expect(await run(({ load }) => load)).toEqual([]);
    await run(({ append }) =>
      Effect.sync(() => [append(FOUND.slice(0, 1)), append(FOUND.slice(1))])
    );
    expect(await run(({ load }) => load)).toEqual(FOUND);
    expect(files().map((file) => statSync(file).mode & 0o777)).toEqual([0o600]);
    await run(({ load, append, clear }) =>
      load.pipe(Effect.map(() => [append(FOUND), clear(), append(FOUND), clear()]))
    );
    expect(files()).toEqual([]);
    expect(await run(({ load }) => load)).toEqual([]);
  });

  test("leaves what a process in the same folder has appended and may still need", async () => {
    mkdirAgain();
    await run(({ append }) => Effect.sync(() => append(FOUND.slice(0, 1))));
    living.add(`${processes}_1`);
    await run(({ append }) => Effect.sync(() => append(FOUND.slice(1))));
    const both = run(({ load, clear }) => Effect.tap(load, () => Effect.sync(clear)));
    expect(await both).toEqual(FOUND.slice(1));
    expect(files()).toHaveLength(1);
    living.clear();
    expect(await run(({ load }) => load)).toEqual(FOUND.slice(0, 1));
  });

  test("leaves out what a killed process did not finish", async () => {
    mkdirAgain();
    await run(({ append }) =>
      Effect.sync(() => {
        append(FOUND.slice(0, 2));
        const [file = ""] = files();
        truncateSync(file, statSync(file).size - 5);
        append(FOUND.slice(2));
        appendFileSync(file, "\nnot JSON\n");
      })
    );
    expect(await run(({ load }) => load)).toEqual([FOUND[0]!, FOUND[2]!]);
  });

  test("says where nothing can be written, and finds nothing there", async () => {
    const nowhere = join(folder, "missing");
    const [appended, cleared] = await run(
      ({ append, clear }) => Effect.sync(() => [append(FOUND), clear()] as const),
      nowhere,
    );
    expect(Result.isFailure(appended) && String(appended.failure)).toContain("ENOENT");
    expect(Result.isSuccess(cleared)).toBe(true);
    expect(await run(({ load }) => load, nowhere)).toEqual([]);
  });
});

function mkdirAgain(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}
