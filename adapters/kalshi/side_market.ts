/**
 * The markets of a game's main event: one per side.
 *
 * @module
 */
import type { EventRow, MarketRow } from "./payload.ts";

/** The market of one side. */
export interface SideMarket {
  /** The end of the ticker, such as `KC`. */
  readonly code: string;
  /** The market's names of the side, such as `Kansas City` or `New York M`. */
  readonly names: ReadonlyArray<string>;
  /** Kalshi's ids of the team or player. */
  readonly targetIds: ReadonlySet<string>;
}

/** Prefix of regular-time markets, in rounds that may need extra time. */
const REGULAR_TIME = /^reg(ular|ulation)?\.? time:\s*/i;
const WINS = /^(.+) wins\??$/i;

/** Returns both sides' markets; undefined unless the event has exactly two besides the tie. */
export function sideMarketsOf(
  event: EventRow | undefined,
): readonly [SideMarket, SideMarket] | undefined {
  const found = (event?.markets ?? []).flatMap((market) => {
    const side = toSideMarket(event?.event_ticker ?? "", market);
    return side === undefined ? [] : [side];
  });
  const [first, second, third] = found;
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  return first.code === second.code ? undefined : [first, second];
}

function toSideMarket(
  eventTicker: string,
  { ticker, title, yes_sub_title: label, custom_strike: strike }: MarketRow,
): SideMarket | undefined {
  const prefix = `${eventTicker}-`;
  if (!ticker.startsWith(prefix)) return undefined;
  const code = ticker.slice(prefix.length);
  const plain = (text: string | null | undefined) => (text ?? "").replace(REGULAR_TIME, "").trim();
  const winner = WINS.exec(plain(title))?.[1] ?? "";
  const names = [plain(label), winner].filter((name) => name !== "");
  if (code === "TIE" || names.some((name) => /^(tie|draw)$/i.test(name))) return undefined;
  const ids = Object.values(strike ?? {}).filter((value) => typeof value === "string");
  return { code, names: [...new Set(names)], targetIds: new Set(ids) };
}
