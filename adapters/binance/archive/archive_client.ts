/**
 * The exchange's public archive over HTTP: paced downloads, each verified against its checksum.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Effect, Option, Result } from "effect";
import type { ProviderFailed } from "../../../core/port/provider_failure.ts";
import { makeHttpGetFile, makeProviderClient, makeStatusFailures } from "../../outbound/mod.ts";
import { type ArchiveFile, archiveName, archivePath } from "./archive_file.ts";
import { type ArchiveRow, parseArchiveRows } from "./archive_rows.ts";
import { type UnzipFileInfo, unzipSync } from "fflate";

/** A day of minutes has 70 KB packed and 200 KB unpacked, far below these limits. */
const PACKED_BYTES_MAX = 1024 * 1024;
const UNPACKED_BYTES_MAX = 4 * 1024 * 1024;

/**
 * Returns the text of the entry `name`. Fails before unpacking if the zip has another entry, or one
 * that declares too large a size; an entry larger than declared is cut off there.
 */
function unpack(bytes: Uint8Array, name: string): Result.Result<string, string> {
  let entries = 0;
  const filter = (entry: UnzipFileInfo) => {
    entries += 1;
    if (entries > 1 || entry.name !== name) throw new Error(`the zip has an entry besides ${name}`);
    if (entry.originalSize <= UNPACKED_BYTES_MAX) return true;
    throw new Error(
      `${name} is ${entry.originalSize} bytes, at most ${UNPACKED_BYTES_MAX} are read`,
    );
  };
  return Result.flatMap(
    Result.try({ try: () => unzipSync(bytes, { filter })[name], catch: String }),
    (entry) =>
      entry === undefined
        ? Result.fail(`the zip has no entry ${name}`)
        : Result.succeed(new TextDecoder().decode(entry)),
  );
}

/** The archive's origin, such as `https://data.binance.vision`. */
export interface ArchiveOptions {
  readonly archiveUrl: string;
  /** The time limit of one call, in machine time. */
  readonly callTimeoutMs?: number;
}

/** Returns the candles of a file, oldest first; none if there is no such file. */
export type ReadArchiveFile = (
  file: ArchiveFile,
) => Effect.Effect<Option.Option<ReadonlyArray<ArchiveRow>>, ProviderFailed>;

/** The archive's name in failures, in the log and on the status page. */
export const ARCHIVE = "exchange archive";

const CALL_TIMEOUT_MS = 10_000;
/** The archive states no limit. A file takes two calls. */
const LIMITS = { pace: { calls: 16, perMs: 1_000 }, pause: { secMax: 60, isAwaited: true } };
const RETRIES = { max: 2, firstMs: 200 };

const { failureOf, unreadable } = makeStatusFailures({
  provider: ARCHIVE,
  waitSecOf: new Map([[429, 10], [403, 60], [418, 120], [451, 600]]),
});

/** Creates the reader. Create one per process: it holds the pace. */
export const makeReadArchiveFile = Effect.fnUntraced(function* (
  { archiveUrl, callTimeoutMs: timeoutMs = CALL_TIMEOUT_MS }: ArchiveOptions,
) {
  const getFile = yield* makeHttpGetFile({
    provider: ARCHIVE,
    timeoutMs,
    bytesMax: PACKED_BYTES_MAX,
  });
  const get = makeProviderClient({
    provider: ARCHIVE,
    hosts: archiveUrl,
    limits: LIMITS,
    retries: RETRIES,
    send: (origin, { path }) => getFile(origin + path),
    // A missing file is an answer, not a failure.
    failureOf: (answer) => answer.status === 404 ? undefined : failureOf(answer),
  });

  const read: ReadArchiveFile = Effect.fn("binance.archive")(function* (file) {
    const path = archivePath(file);
    const checksum = yield* get({ path: `${path}.CHECKSUM` });
    if (checksum.status === 404) return Option.none();
    const zip = yield* get({ path });
    if (zip.status === 404) return Option.none();
    const rows = readRows(file, { zip: zip.bytes, checksum: checksum.bytes });
    return Option.some(
      yield* Effect.fromResult(Result.mapError(rows, (why) => unreadable(`${path}: ${why}`))),
    );
  });
  return read;
});

/** Reads the rows; a file is unpacked only after its checksum matches. */
function readRows(
  file: ArchiveFile,
  { zip, checksum }: { readonly zip: Uint8Array; readonly checksum: Uint8Array },
): Result.Result<ReadonlyArray<ArchiveRow>, string> {
  const name = archiveName(file);
  return Result.gen(function* () {
    const expected = { checksum: new TextDecoder().decode(checksum), fileName: `${name}.zip` };
    yield* verifyChecksum(zip, expected);
    return yield* parseArchiveRows(yield* unpack(zip, `${name}.csv`));
  });
}

/** The content of `<file>.CHECKSUM`: 64 hex digits, two spaces, the file's name. */
const CHECKSUM = /^([0-9a-f]{64}) [ *]?(\S+)\s*$/i;

/** Verifies the bytes. Fails with a description: no checksum, another file's, or a mismatch. */
function verifyChecksum(
  bytes: Uint8Array,
  { checksum, fileName }: { readonly checksum: string; readonly fileName: string },
): Result.Result<void, string> {
  const [, expected = "", name] = CHECKSUM.exec(checksum) ?? [];
  if (name !== fileName) {
    return Result.fail(`no checksum of ${fileName}: ${checksum.slice(0, 100)}`);
  }
  const actual = createHash("sha256").update(bytes).digest("hex");
  return actual === expected.toLowerCase()
    ? Result.void
    : Result.fail(`its SHA-256 is ${actual} and should be ${expected}`);
}
