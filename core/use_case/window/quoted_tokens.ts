/**
 * The tokens of followed windows: which of their changes are news to whoever follows.
 *
 * The prices of an open window are told. Those of the next one are followed, so that they are known
 * when it opens, and told to nobody before.
 *
 * @module
 */
import type { Quote } from "../../port/venue_books.ts";
import type { WindowEvent, WindowsTopic } from "../../stream/mod.ts";
import type { WindowState } from "../../window/mod.ts";
import { isSameQuote } from "../book/mod.ts";

/** The tokens, and what was last told of each. */
export interface QuotedTokens {
  /** Takes the windows that are followed now, and no others. Returns all their tokens. */
  readonly set: (windows: ReadonlyArray<WindowEvent>) => ReadonlyArray<string>;
  /**
   * Returns the topic to tell of a token whose book changed, by its best prices, null where they
   * are in doubt; undefined if that would tell nothing new.
   */
  readonly news: (tokenId: string, quote: Quote | null) => WindowsTopic | undefined;
  /** Notes what is told of a window: a frame of the venue changes the books of both its tokens. */
  readonly told: (state: WindowState) => void;
}

/** A token of an open window. `told`: undefined before anything was. */
interface Quoted {
  readonly topic: WindowsTopic;
  told: Quote | null | undefined;
}

/** Begins with no windows. */
export function makeQuotedTokens(): QuotedTokens {
  let open: ReadonlyMap<string, Quoted> = new Map();
  return {
    set: (windows) => {
      const known = open;
      open = new Map(
        windows.filter(({ phase }) => phase === "open").flatMap((window) =>
          tokensOf(window).map((tokenId) => [
            tokenId,
            known.get(tokenId) ?? { topic: window.topic, told: undefined },
          ])
        ),
      );
      return windows.flatMap(tokensOf);
    },
    news: (tokenId, quote) => {
      const quoted = open.get(tokenId);
      if (quoted === undefined) return undefined;
      const { told, topic } = quoted;
      return told !== undefined && isSameQuote(told, quote) ? undefined : topic;
    },
    told: ({ market }) => {
      for (const { tokenId, quote } of market?.outcomes ?? []) {
        const quoted = open.get(tokenId ?? "");
        if (quoted !== undefined) quoted.told = quote;
      }
    },
  };
}

function tokensOf({ state: { market } }: WindowEvent): ReadonlyArray<string> {
  return (market?.outcomes ?? []).flatMap(({ tokenId }) => tokenId ?? []);
}
