/**
 * Writes games as JSON text and remembers it.
 *
 * A page of 200 games is some hundred kilobytes, and few games change between requests. So the text
 * of each game is remembered, encoded, until the game changes.
 *
 * @module
 */
import type {
  GameListing,
  GamePart,
  GameRecord,
  LeagueDuration,
  ListingSettings,
  ScanEvidence,
} from "../../../core/game/mod.ts";
import { joinUtf8, type Utf8Piece } from "../edge/answer/join_utf8.ts";
import { TextArena } from "../edge/answer/text_arena.ts";
import { coveragePart, gameStart, platformsPart } from "./game_text.ts";

/** Writes games of a listing with these parts, each as pieces of text that follow each other. */
export interface GameWriter {
  readonly ofRecord: (
    listing: GameListing,
    record: GameRecord,
    parts: ReadonlyArray<GamePart>,
  ) => ReadonlyArray<Utf8Piece>;
  /** Writes the games in these rows of the listing, with commas between them. */
  readonly ofRows: (
    listing: GameListing,
    rows: ReadonlyArray<number>,
    parts: ReadonlyArray<GamePart>,
  ) => ReadonlyArray<Utf8Piece>;
}

const decoder = new TextDecoder();

/** Joins the pieces of a written game to text. */
export function gameText(pieces: ReadonlyArray<Utf8Piece>): string {
  return decoder.decode(joinUtf8(pieces));
}

/** The remembered text of a game, and the inputs it was written from. */
interface Written {
  readonly record: GameRecord;
  readonly duration: LeagueDuration | undefined;
  readonly terms: ListingSettings;
  /** The JSON object with platforms and without coverage; empty once it was dropped. */
  whole: Uint8Array;
  /** Of these, those before the platforms. */
  readonly startBytes: number;
  /** Written on request, because it changes with every scan. `by`: the number of the evidence. */
  coverage: { readonly by: number; readonly text: string } | undefined;
}

/** The games of a listing's rows, as far as they were written. */
interface WrittenRows extends Pick<GameListing, "durations" | "settings"> {
  readonly games: Array<Written | undefined>;
}

/**
 * The games of two busy months and more: one takes 1.4 to 2 KB, and 400 bytes beside. Drops what
 * was written first. A game that is written again costs 10 us, a fifth of a whole page of
 * remembered ones.
 */
const REMEMBERED_BYTES_MAX = 64 * 1024 * 1024;

const END = "}";
const NOTHING = new Uint8Array();

/** Makes a writer that remembers nothing yet. */
export function makeGameWriter(bytesMax: number = REMEMBERED_BYTES_MAX): GameWriter {
  const byId = new Map<string, Written>();
  /** To find a game by its id goes all over the memory: 3 us in a large listing. */
  const byRow = new WeakMap<GameListing["rows"], WrittenRows>();
  // Weak: what a game was before it changed is not kept by the bytes that it leaves there.
  const arena = new TextArena<WeakRef<Written>>(bytesMax, (owner) => {
    const written = owner.deref();
    if (written === undefined) return;
    written.whole = NOTHING;
    const { id } = written.record.game;
    // It may have been written again since.
    if (byId.get(id) === written) byId.delete(id);
  });
  // Numbered: a text that kept its evidence would keep all scans of its time.
  let last: { readonly evidence: ScanEvidence; readonly number: number } | undefined;
  const numberOf = (evidence: ScanEvidence): number => {
    if (last?.evidence !== evidence) last = { evidence, number: (last?.number ?? 0) + 1 };
    return last.number;
  };

  const writtenOf = ({ durations, settings: terms }: GameListing, record: GameRecord): Written => {
    const { id, league } = record.game;
    const duration = durations.get(league);
    const known = byId.get(id);
    const isCurrent = known?.record === record && known.duration === duration &&
      known.terms === terms;
    if (isCurrent) return known;
    const start = gameStart(record, duration, terms);
    const written: Written = {
      ...{ record, duration, terms, whole: NOTHING, coverage: undefined },
      startBytes: Buffer.byteLength(start),
    };
    const text = `${start}${platformsPart(record, terms)}${END}`;
    written.whole = arena.put(text, new WeakRef(written));
    byId.set(id, written);
    return written;
  };

  const rowsOf = ({ rows, durations, settings }: GameListing): WrittenRows["games"] => {
    const known = byRow.get(rows);
    if (known?.durations === durations && known.settings === settings) return known.games;
    const games = new Array<undefined>(rows.records.length).fill(undefined);
    byRow.set(rows, { durations, settings, games });
    return games;
  };

  const piecesOf = (
    listing: GameListing,
    written: Written,
    parts: ReadonlyArray<GamePart>,
  ): ReadonlyArray<Utf8Piece> => {
    const { whole, startBytes, record } = written;
    const hasPlatforms = parts.includes("platforms");
    const hasCoverage = parts.includes("coverage");
    if (hasPlatforms && !hasCoverage) return [whole];
    const before = whole.subarray(0, hasPlatforms ? whole.length - END.length : startBytes);
    if (!hasCoverage) return [before, END];
    const by = numberOf(listing.evidence);
    if (written.coverage?.by !== by) written.coverage = { by, text: coveragePart(listing, record) };
    return [before, written.coverage.text, END];
  };

  return {
    ofRecord: (listing, record, parts) => piecesOf(listing, writtenOf(listing, record), parts),
    ofRows: (listing, rows, parts) => {
      const games = rowsOf(listing);
      const pieces: Array<Utf8Piece> = [];
      for (const row of rows) {
        let written = games[row];
        if (written === undefined || written.whole === NOTHING) {
          const record = listing.rows.records[row];
          if (record === undefined) throw new RangeError(`the listing has no row ${row}`);
          written = games[row] = writtenOf(listing, record);
        }
        if (pieces.length > 0) pieces.push(",");
        pieces.push(...piecesOf(listing, written, parts));
      }
      return pieces;
    },
  };
}
