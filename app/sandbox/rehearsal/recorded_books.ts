/**
 * What was received of each book since its last snapshot, for whoever follows it from now on.
 *
 * @module
 */
import { bookAnswer } from "./recorded_book_answer.ts";
import { BoundedMap } from "../../../core/bounded_map.ts";

/** Books that are kept: as many as are followed at a time, and those before. */
const TOKENS_MAX = 1_000;
/** Above this a book is forgotten until its next snapshot. */
const FRAMES_MAX = 50_000;

const TOKEN = /"asset_id":"(\d+)"/g;
const SNAPSHOT = /"event_type":"book"/;
/** Makes a book out of the one before. */
const CHANGE = /"event_type":"(price_change|tick_size_change)"/;

/** A frame, and its place among all that came. */
interface BookFrame {
  readonly number: number;
  readonly text: string;
}

/** Books, as the frames that make them. */
export class RecordedBooks {
  readonly #frames = new BoundedMap<string, Array<BookFrame>>(TOKENS_MAX);
  #taken = 0;

  /** Takes a frame of the venue's market socket. */
  take(text: string): void {
    const isSnapshot = SNAPSHOT.test(text);
    if (!isSnapshot && !CHANGE.test(text)) return;
    const tokens = new Set<string>();
    for (const [, token = ""] of text.matchAll(TOKEN)) tokens.add(token);
    const frame: BookFrame = { number: this.#taken++, text };
    for (const token of tokens) {
      const frames = this.#frames.get(token);
      if (isSnapshot) this.#frames.setNewest(token, [frame]);
      else if (frames !== undefined && frames.push(frame) > FRAMES_MAX) this.#frames.delete(token);
    }
  }

  /** Forgets all: what was sent over a socket says nothing after its end. */
  clear(): void {
    this.#frames.clear();
  }

  /** Returns the book of a token as it would be answered now; undefined where it is not known. */
  answerOf(tokenId: string): string | undefined {
    const frames = this.#frames.get(tokenId) ?? [];
    return bookAnswer(frames.map(({ text }) => text), tokenId);
  }

  /**
   * Returns the frames that make the books of some tokens, as they came, without other books. One
   * that changes two books comes once, behind the snapshots of both.
   */
  framesOf(tokenIds: ReadonlyArray<string>): ReadonlyArray<string> {
    const frames = new Set(tokenIds.flatMap((token) => this.#frames.get(token) ?? []));
    const wanted = new Set(tokenIds);
    return [...frames].toSorted((one, other) => one.number - other.number)
      .map(({ text }) => JSON.stringify(onlyOf(JSON.parse(text), wanted)));
  }
}

interface OfToken {
  readonly asset_id?: string;
}

/** Leaves out of a frame what is of other tokens. */
function onlyOf(
  frame: ReadonlyArray<OfToken> | { readonly price_changes?: ReadonlyArray<OfToken> },
  wanted: ReadonlySet<string>,
): unknown {
  const isWanted = ({ asset_id = "" }: OfToken) => wanted.has(asset_id);
  if (Array.isArray(frame)) return frame.filter(isWanted);
  if (!("price_changes" in frame)) return frame;
  return { ...frame, price_changes: frame.price_changes?.filter(isWanted) };
}

/** Returns the tokens that a message of ours subscribes to; none of another message. */
export function subscribedTokens(text: string): ReadonlyArray<string> {
  if (!text.startsWith("{") || text.includes('"unsubscribe"')) return [];
  const ids = /"assets_ids":\[([^\]]*)\]/.exec(text)?.[1] ?? "";
  return ids.split(",").map((id) => id.slice(1, -1)).filter((id) => id !== "");
}
