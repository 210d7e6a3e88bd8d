import { afterEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, References } from "effect";
import { layerTargetJournal } from "../../../adapters/process/target_journal.ts";
import {
  type IdentifiedTarget,
  TargetJournal,
  type TargetJournalService,
} from "../../../core/port/mod.ts";
import { UnixSec } from "../../../core/time/mod.ts";
import { oracleTarget } from "../../core/price/oracle_target.ts";

const folder = mkdtempSync(join(tmpdir(), "strikeline-journal-"));
const file = join(folder, "unstored_targets.jsonl");
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process of its own each time. */
function run<A>(use: (journal: TargetJournalService) => Effect.Effect<A>, at = folder): Promise<A> {
  return Effect.runPromise(
    Effect.flatMap(TargetJournal, use).pipe(
      Effect.provide(layerTargetJournal(at)),
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
    await run(({ append }) => Effect.andThen(append(FOUND.slice(0, 1)), append(FOUND.slice(1))));
    expect(await run(({ load }) => load)).toEqual(FOUND);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await run(({ clear }) => clear);
    expect(existsSync(file)).toBe(false);
    expect(await run(({ load }) => load)).toEqual([]);
  });

  test("leaves out what a killed process did not finish", async () => {
    mkdirAgain();
    await run(({ append }) => append(FOUND));
    truncateSync(file, statSync(file).size - 5);
    appendFileSync(file, "\nnot JSON\n");
    expect(await run(({ load }) => load)).toEqual(FOUND.slice(0, 2));
  });

  test("never fails, even where nothing can be written", async () => {
    const nowhere = join(folder, "missing");
    await run(({ append, clear }) => Effect.andThen(append(FOUND), clear), nowhere);
    expect(await run(({ load }) => load, nowhere)).toEqual([]);
  });
});

function mkdirAgain(): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}
