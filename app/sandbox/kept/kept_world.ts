/**
 * The world of a sandbox with a folder, which goes on where it ended, also by kill -9: the store of
 * the service beside what was done at the simulated venue.
 *
 * @module
 */
import { Option, Result } from "effect";
import { fullDiskAt } from "../../../adapters/postgres/engine/store_trouble.ts";
import {
  firstLineOf,
  StoreUnavailable,
} from "../../../adapters/postgres/engine/store_unavailable.ts";
import {
  makeSandboxClock,
  type SandboxClock,
  type SandboxClockOptions,
} from "../../simulator/kit/clock.ts";
import {
  type KeptFile,
  type KeptMaps,
  openKeptFile,
  UNKEPT,
} from "../../simulator/kit/kept_maps.ts";
import type { SimulatorName } from "../../simulator/start_simulator.ts";
import { ownCommand } from "../../wiring/own_command.ts";
import { makeWorldFolder } from "../../wiring/world_folder.ts";
import { WORLD_FILE } from "./sandbox_folders.ts";
import { goOn, NOTE_EVERY_MS, type WorldNote, type WorldStart } from "./world_note.ts";

/** What decides about a world. */
export interface WorldChoice extends Pick<WorldNote, "profile"> {
  /** None: it ends with the process. */
  readonly folder: Option.Option<string>;
  /** The clock, as it is at first. */
  readonly clock: SandboxClockOptions;
  /** Whether a part of it was recorded. */
  readonly isRecorded: boolean;
  /** The simulators of other processes. */
  readonly elsewhere: ReadonlyMap<SimulatorName, string>;
}

/** A world that is open. */
export interface KeptWorld {
  readonly folder: Option.Option<string>;
  /** How it was when it ended; none at first. */
  readonly before: Option.Option<WorldNote>;
  readonly clock: SandboxClock;
  /** What the simulators keep. */
  readonly maps: KeptMaps;
  /** Notes the clock from now on, until it is closed. */
  note(): void;
  /** Closes it, once nothing is done any more. */
  close(): void;
}

const NOTE = "note";

/** Opens the world of a folder, or makes one. Throws a one-line error if it cannot go on so. */
export function openKeptWorld(choice: WorldChoice): KeptWorld {
  const { folder } = choice;
  if (Option.isSome(folder)) return openIn(folder.value, choice);
  return {
    folder,
    before: Option.none(),
    clock: makeSandboxClock(choice.clock),
    maps: UNKEPT,
    note: () => {},
    close: () => {},
  };
}

function openIn(folder: string, choice: WorldChoice): KeptWorld {
  makeWorldFolder(folder);
  const file = openFile(folder);
  const notes = file.map<WorldNote>("world", 1);
  const before = Option.fromUndefinedOr(notes.get(NOTE));
  const start = startOf(choice);
  const startMs = Option.match(before, {
    onNone: () => Result.succeed(start.atMs),
    onSome: (note) => goOn(note, start),
  });
  if (Result.isFailure(startMs)) {
    file.close();
    throw new Error(
      `Cannot go on with the world in ${folder}: ${startMs.failure}, or empty it: ` +
        ownCommand("sandbox --fresh"),
    );
  }
  const clock = makeSandboxClock(
    start.isClockShared ? choice.clock : { ...choice.clock, startMs: startMs.success },
  );
  const write = (isStopped: boolean) => {
    const { profile, isVenueHere } = start;
    const { speed } = clock;
    notes.set(NOTE, { atMs: clock.nowMs(), speed, profile, isVenueHere, isStopped });
  };
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    folder: Option.some(folder),
    before,
    clock,
    maps: file,
    note() {
      write(false);
      timer = setInterval(() => write(false), NOTE_EVERY_MS);
      timer.unref();
    },
    close() {
      clearInterval(timer);
      // A start that failed has done nothing.
      if (timer !== undefined) write(true);
      file.close();
    },
  };
}

function startOf({ clock, isRecorded, elsewhere, profile }: WorldChoice): WorldStart {
  return {
    atMs: makeSandboxClock(clock).nowMs(),
    isClockShared: clock.anchorMs !== undefined || elsewhere.size > 0 || isRecorded,
    profile,
    isVenueHere: !elsewhere.has("venue-orders"),
  };
}

/** SQLite's code for a file that another process has locked. */
const BUSY = 5;

function openFile(folder: string): KeptFile {
  const path = `${folder}/${WORLD_FILE}`;
  try {
    return openKeptFile(path, { failed: (cause) => logFailure(path, cause) });
  } catch (cause) {
    const isUsed = (cause as { readonly errcode?: unknown }).errcode === BUSY;
    const trouble = fullDiskAt(folder) ??
      `${firstLineOf(cause)}; empty it: ${ownCommand("sandbox --fresh")}`;
    const detail = isUsed
      ? `${folder} is in use by a running service; stop that first, or set DATA_DIR to another ` +
        "folder for a second one"
      : `cannot write to ${path}: ${trouble}`;
    throw new StoreUnavailable({ detail, cause });
  }
}

/** In the form of the log. */
function logFailure(path: string, cause: unknown): void {
  const message = `Cannot write to ${path} for now: ${firstLineOf(cause)}`;
  process.stderr.write(
    `${JSON.stringify({ at: new Date().toISOString(), level: "ERROR", message })}\n`,
  );
}
