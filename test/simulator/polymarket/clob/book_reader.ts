/**
 * A client of the venue's market socket, as far as its books go: it applies the frames it receives.
 *
 * @module
 */

/** A frame of the socket whose fields a test still has to check. */
export type Frame = Readonly<Record<string, unknown>> & { readonly event_type: string };

/** A level in decimal text. */
interface Level {
  readonly price: string;
  readonly size: string;
}

/** One change of a `price_change`. */
export interface PriceChange extends Level {
  readonly asset_id: string;
  readonly side: "BUY" | "SELL";
  readonly hash: string;
  readonly best_bid: string;
  readonly best_ask: string;
}

/** One token's book, as the client knows it. */
export interface ReadBook {
  readonly bids: ReadonlyArray<Level>;
  readonly asks: ReadonlyArray<Level>;
}

/** The books built from frames. */
export interface BookReader {
  /** Applies one text of the socket. */
  read(text: string): void;
  /** Drops an unsubscribed token: only subscribed books are sent whole. */
  forget(tokenId: string): void;
  book(tokenId: string): ReadBook | undefined;
  /** Returns how often a bid was not below the ask, between single changes. */
  crossings(): number;
}

type Sides = Readonly<Record<"BUY" | "SELL", Map<string, string>>>;

/** The frames in a text of the socket. */
export function framesOf(text: string): ReadonlyArray<Frame> {
  if (!/^[[{]/.test(text)) return [];
  const value = JSON.parse(text) as Frame | ReadonlyArray<Frame>;
  return Array.isArray(value) ? value : [value as Frame];
}

/** The changes of a `price_change`. */
export function changesOf(frame: Frame): ReadonlyArray<PriceChange> {
  return frame["price_changes"] as ReadonlyArray<PriceChange>;
}

/** Makes a reader without books. */
export function makeBookReader(): BookReader {
  const books = new Map<string, Sides>();
  let crossings = 0;
  const sorted = (side: Map<string, string>, sign: 1 | -1) =>
    [...side].map(([price, size]) => ({ price, size }))
      .sort((a, b) => sign * (Number(a.price) - Number(b.price)));
  const check = ({ BUY, SELL }: Sides) => {
    const bid = Math.max(...[...BUY.keys()].map(Number));
    const ask = Math.min(...[...SELL.keys()].map(Number));
    if (bid >= ask) crossings++;
  };
  return {
    crossings: () => crossings,
    forget: (tokenId) => void books.delete(tokenId),
    read(text) {
      for (const frame of framesOf(text)) {
        if (frame.event_type === "book") {
          const side = (name: string) =>
            new Map((frame[name] as ReadonlyArray<Level>).map(({ price, size }) => [price, size]));
          books.set(String(frame["asset_id"]), { BUY: side("bids"), SELL: side("asks") });
        }
        if (frame.event_type !== "price_change") continue;
        for (const { asset_id, side, price, size } of changesOf(frame)) {
          const book = books.get(asset_id);
          if (book === undefined) continue;
          if (size === "0") book[side].delete(price);
          else book[side].set(price, size);
          check(book);
        }
      }
    },
    book(tokenId) {
      const book = books.get(tokenId);
      return book && { bids: sorted(book.BUY, 1), asks: sorted(book.SELL, -1) };
    },
  };
}
