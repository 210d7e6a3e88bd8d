/**
 * Folds repeated warnings and errors of the log: writes the first one, then from time to time a
 * count, and a last line once they have stopped.
 *
 * @module
 */

/** A log line before it is written. */
export interface LogLine {
  /** ISO 8601, on the service's clock. */
  readonly at: string;
  /** In capitals, such as `WARN`. */
  readonly level: string;
  readonly message: unknown;
  readonly annotations: Readonly<Record<string, unknown>>;
  /** The full cause. */
  readonly cause: string | undefined;
}

/** A log line that may represent others of its kind. */
export interface FoldedLine extends LogLine {
  /** The total number of occurrences; undefined for a single line. */
  readonly times?: number;
  /** When it first occurred. */
  readonly since?: string;
  /** When it last occurred, set once it has stopped. */
  readonly until?: string;
}

/** Tracks current troubles. Instants are milliseconds of machine time. */
export interface TroubleFold {
  /** Takes a line, and returns the lines to write now, if any. */
  readonly take: (line: LogLine, nowMs: number) => ReadonlyArray<FoldedLine>;
  /** Returns the lines that are due: counts of troubles that continue, and the end of others. */
  readonly sweep: (nowMs: number) => ReadonlyArray<FoldedLine>;
  /** Returns the counts not written yet, and forgets all troubles. */
  readonly flush: () => ReadonlyArray<FoldedLine>;
}

/** The time from a trouble's start to its first count. It doubles after each count. */
export const COUNT_AFTER_MS = 120_000;
/** The maximum time between counts. */
export const COUNT_EVERY_MS_MAX = 7_200_000;
/** A trouble without occurrences for so long is over. Longer than any job of the service waits. */
export const QUIET_MS = 900_000;
/** The maximum number of kinds tracked. Beyond it, the one quiet for longest is dropped. */
export const KINDS_MAX = 256;

interface Trouble {
  readonly first: LogLine;
  last: LogLine;
  lastMs: number;
  times: number;
  /** How many of them the written lines cover. */
  writtenTimes: number;
  gapMs: number;
  countAtMs: number;
}

/** Makes a fold without any troubles. */
export function makeTroubleFold(): TroubleFold {
  /** Troubles by kind, the one quiet for longest first. */
  const troubles = new Map<string, Trouble>();

  function begin(kind: string, line: LogLine, nowMs: number): ReadonlyArray<FoldedLine> {
    const gapMs = COUNT_AFTER_MS;
    troubles.set(kind, {
      first: line,
      last: line,
      lastMs: nowMs,
      times: 1,
      writtenTimes: 1,
      gapMs,
      countAtMs: nowMs + gapMs,
    });
    return [...dropOldest(), line];
  }

  function dropOldest(): ReadonlyArray<FoldedLine> {
    const [oldest] = troubles;
    if (troubles.size <= KINDS_MAX || oldest === undefined) return [];
    troubles.delete(oldest[0]);
    return oldest[1].times > oldest[1].writtenTimes ? [counted(oldest[1])] : [];
  }

  return {
    take: (line, nowMs) => {
      const kind = kindOf(line);
      if (kind === undefined) return [line];
      const trouble = troubles.get(kind);
      if (trouble === undefined) return begin(kind, line, nowMs);
      trouble.times += 1;
      trouble.last = line;
      trouble.lastMs = nowMs;
      troubles.delete(kind);
      troubles.set(kind, trouble);
      return [];
    },
    sweep: (nowMs) => {
      const lines: Array<FoldedLine> = [];
      for (const [kind, trouble] of troubles) {
        if (nowMs - trouble.lastMs >= QUIET_MS) {
          troubles.delete(kind);
          if (trouble.times > 1) lines.push(over(trouble));
        } else if (nowMs >= trouble.countAtMs) {
          trouble.gapMs = Math.min(2 * trouble.gapMs, COUNT_EVERY_MS_MAX);
          trouble.countAtMs = nowMs + trouble.gapMs;
          if (trouble.times === trouble.writtenTimes) continue;
          trouble.writtenTimes = trouble.times;
          lines.push(counted(trouble));
        }
      }
      return lines;
    },
    flush: () => {
      const left = [...troubles.values()].filter(({ times, writtenTimes }) => times > writtenTimes);
      troubles.clear();
      return left.map(counted);
    },
  };
}

/** Returns the latest line, with the number of occurrences. */
function counted({ first, last, times }: Trouble): FoldedLine {
  return { ...last, times, since: first.at };
}

function over({ first, last, times }: Trouble): FoldedLine {
  const message = `Stopped: ${textOf(last.message)}`;
  return { ...last, message, cause: undefined, times, since: first.at, until: last.at };
}

const TROUBLE_LEVELS: ReadonlySet<string> = new Set(["WARN", "ERROR"]);
/** The annotations that distinguish lines with the same message. */
const KIND_ANNOTATIONS = /^(provider|reason|job)$|Id$/;

/**
 * Returns a key that is the same for repetitions of a line; undefined for a line that is never
 * folded: one below WARN, or one of a request, whose id its caller may search for.
 *
 * The key ignores numbers, quoted text, and what was requested from a provider, but not the id of
 * an order or wallet.
 */
function kindOf({ level, message, annotations, cause }: LogLine): string | undefined {
  if (!TROUBLE_LEVELS.has(level) || "requestId" in annotations) return undefined;
  const named = Object.entries(annotations)
    .filter(([name]) => KIND_ANNOTATIONS.test(name))
    .map(([name, value]) => `${name}=${name.endsWith("Id") ? value : sameOf(String(value))}`)
    .toSorted();
  const because = sameOf(cause?.split("\n")[0] ?? "");
  return [level, sameOf(textOf(message)), ...named, because].join("\n");
}

/** Returns the part of a message that is the same each time. */
function sameOf(text: string): string {
  return text
    .replace(/\bCannot (get|list) .* from the /, "Cannot $1 something from the ")
    .replace(/"[^"]*"/g, '""')
    .replace(/\d+/g, "0");
}

/** Returns the text of a message; one with further values is a list. */
function textOf(message: unknown): string {
  return String(Array.isArray(message) ? message[0] : message);
}
