/**
 * Folds what the log is told again and again: a trouble is told of when it begins, then now and
 * then with how often it came, and at last when it came no more.
 *
 * @module
 */

/** A line of the log, before it is written. */
export interface LogLine {
  /** ISO 8601, on the service's clock. */
  readonly at: string;
  /** In capitals, such as `WARN`. */
  readonly level: string;
  readonly message: unknown;
  readonly annotations: Readonly<Record<string, unknown>>;
  /** The cause in full. */
  readonly cause: string | undefined;
}

/** A line that stands for others of its kind. */
export interface FoldedLine extends LogLine {
  /** How often it came in all: undefined for a line that stands for itself. */
  readonly times?: number;
  /** When it came first. */
  readonly since?: string;
  /** When it came last, once it comes no more. */
  readonly until?: string;
}

/** Remembers the troubles that are going on. Instants are milliseconds of the machine. */
export interface TroubleFold {
  /** Takes a line, and gives what is to be written of it now, if anything. */
  readonly take: (line: LogLine, nowMs: number) => ReadonlyArray<FoldedLine>;
  /** What has to be written by now: how often troubles came that go on, and which are over. */
  readonly sweep: (nowMs: number) => ReadonlyArray<FoldedLine>;
  /** Everything that was not written of yet; the troubles are forgotten. */
  readonly flush: () => ReadonlyArray<FoldedLine>;
}

/** From a trouble's beginning to the first count, and then twice as long each time. */
export const COUNT_AFTER_MS = 120_000;
/** No longer than this from one count to the next. */
export const COUNT_EVERY_MS_MAX = 7_200_000;
/** What has not come for so long is over. It is longer than any job of the service waits. */
export const QUIET_MS = 900_000;
/** Kinds that are remembered. Beyond that, the one that was quiet for longest is let go. */
export const KINDS_MAX = 256;

interface Trouble {
  readonly first: LogLine;
  last: LogLine;
  lastMs: number;
  times: number;
  /** How many of them were written of. */
  writtenTimes: number;
  gapMs: number;
  countAtMs: number;
}

/** No trouble yet. */
export function makeTroubleFold(): TroubleFold {
  /** By kind, the one that was quiet for longest first. */
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
    return [...letGo(), line];
  }

  function letGo(): ReadonlyArray<FoldedLine> {
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

/** The latest of them, which says how often they came. */
function counted({ first, last, times }: Trouble): FoldedLine {
  return { ...last, times, since: first.at };
}

function over({ first, last, times }: Trouble): FoldedLine {
  const message = `No more of it: ${textOf(last.message)}`;
  return { ...last, message, cause: undefined, times, since: first.at, until: last.at };
}

const TROUBLE_LEVELS: ReadonlySet<string> = new Set(["WARN", "ERROR"]);
/** What one line differs from another by, of those that say the same. */
const KIND_ANNOTATIONS = /^(provider|reason|job)$|Id$/;

/**
 * What lines have in common that say the same; undefined for one that stands for itself: no
 * trouble, or the answer to a request, whose id its caller may ask for.
 *
 * Numbers and quoted text do not matter, nor what could not be had of a provider; whose order or
 * wallet it was does.
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

/** The part of a sentence that is the same each time. */
function sameOf(text: string): string {
  return text
    .replace(/\bCannot (get|list) .* from the /, "Cannot $1 something from the ")
    .replace(/"[^"]*"/g, '""')
    .replace(/\d+/g, "0");
}

/** A message with more to it than text comes as a list. */
function textOf(message: unknown): string {
  return String(Array.isArray(message) ? message[0] : message);
}
