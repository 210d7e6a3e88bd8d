/**
 * Limitless's rows other than sports: up-or-down markets of crypto prices, and long-running
 * questions.
 *
 * @module
 */
import { hash32, streamOf, unit } from "../world/hash.ts";
import { marketRow, type Row } from "./row.ts";

const ASSETS = ["btc", "eth", "sol", "xrp", "doge"] as const;
const WINDOWS = [
  { text: "15-min", title: "15 min", tag: "Minutes 15", sec: 900 },
  { text: "1-hour", title: "1 hour", tag: "Hourly", sec: 3600 },
  { text: "1-day", title: "1 day", tag: "Daily", sec: 86_400 },
] as const;
const QUESTIONS = ["Bitcoin above $1,000,000 by 2030?", "A new moon landing by 2028?"] as const;

/** Starts far above the ids of matches. */
const FIRST_ID = 2 ** 45;
const QUESTIONS_FROM_SEC = 1_767_225_600;
const QUESTIONS_TO_SEC = 1_893_456_000;

/** Returns the rows tradable at an instant. */
export function otherRows(seed: number, nowSec: number): ReadonlyArray<Row> {
  return [...windowRows(seed, nowSec), ...questionRows(seed, nowSec)];
}

function windowRows(seed: number, nowSec: number): ReadonlyArray<Row> {
  return ASSETS.flatMap((asset, assetAt) =>
    WINDOWS.map(({ text, title, tag, sec }, windowAt) => {
      const startSec = nowSec - nowSec % sec;
      const series = assetAt * WINDOWS.length + windowAt;
      const stream = streamOf(seed, `limitless ${asset} ${text}`);
      return marketRow({
        seed,
        id: FIRST_ID + startSec * 16 + series,
        slug: `${asset}-up-or-down-${text}-${startSec}`,
        title: `${asset.toUpperCase()} Up or Down - ${title}`,
        createdSec: startSec - 60,
        expiresSec: startSec + sec,
        automationType: "lumy",
        categories: ["Crypto"],
        tags: ["Lumy", tag],
        metadata: {},
      }, 0.2 + 0.6 * unit(hash32(stream, startSec)));
    })
  );
}

function questionRows(seed: number, nowSec: number): ReadonlyArray<Row> {
  if (nowSec < QUESTIONS_FROM_SEC || nowSec >= QUESTIONS_TO_SEC) return [];
  return QUESTIONS.map((title, at) =>
    marketRow({
      seed,
      id: FIRST_ID - 1 - at,
      slug: `${title.toLowerCase().replace(/[^a-z0-9]+/g, "-")}${QUESTIONS_FROM_SEC * 1000 + at}`,
      title,
      createdSec: QUESTIONS_FROM_SEC,
      expiresSec: QUESTIONS_TO_SEC,
      automationType: "manual",
      categories: ["Other"],
      tags: ["Limitless"],
      metadata: {},
    }, 0.2 + 0.1 * at)
  );
}
