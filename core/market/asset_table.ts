/**
 * What is known of each asset that has up-or-down windows. Another one is another row, and nothing
 * else.
 *
 * @module
 */
import type { Interval } from "./interval.ts";

/** What the venue, the exchange and the oracle have of an asset. */
export interface AssetFacts {
  /** Its name in the venue's titles; its tag and its slugs of days have it in lower case. */
  readonly name: string;
  /** Its name in the venue's slugs of hours. */
  readonly hourlySlug: string;
  /** The intervals of its windows, shortest first. */
  readonly intervals: ReadonlyArray<Interval>;
  /** The first day of its windows, as `2026-08-04` (UTC); null where that is not known. */
  readonly fromDay: string | null;
  /** The exchange's market that decides its 1hour and daily windows. */
  readonly exchangeMarket: "spot" | "futures";
  /** Its pair there. */
  readonly exchangeSymbol: string;
  /** Its symbol at the venue's relay. */
  readonly relaySymbol: string;
  /**
   * The ids of the oracle's streams on its main network, `0x` and 64 hex digits in lower case, as
   * published in the stream catalogue and by public users; null where no public table has one.
   */
  readonly feedIds: Readonly<Record<"spot" | "twap_30" | "twap_60", string | null>>;
}

const ALL: ReadonlyArray<Interval> = ["5min", "15min", "1hour", "4hour", "daily"];

/** Every asset that is known. The exchange has no spot pair of HYPE against USDT. */
export const ASSET_TABLE = {
  btc: {
    name: "Bitcoin",
    hourlySlug: "bitcoin",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "BTCUSDT",
    relaySymbol: "btcusd",
    feedIds: {
      spot: "0x00039d9e45394f473ab1f050a1b963e6b05351e52d71e507509ada0c95ed75b8",
      twap_30: "0x0002e6b03af5a87b65f4c5c0c8eaf6027e4156f467cd16bdcf8a5b4347f9c087",
      twap_60: "0x0002ee6757e8822c00d273bc340fc24c9cafe123a4ff2ea1dbdb31944bc7d95f",
    },
  },
  eth: {
    name: "Ethereum",
    hourlySlug: "ethereum",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "ETHUSDT",
    relaySymbol: "ethusd",
    feedIds: {
      spot: "0x000362205e10b3a147d02792eccee483dca6c7b44ecce7012cb8c6e0b68b3ae9",
      twap_30: "0x00020ee5ba8c3b643145974fd94552d591f2a3bb165c196ccf4c30ba600fbffd",
      twap_60: "0x0002fbf9f58ef89c93385770d289d7c10c01c250641daa811063e303ee095593",
    },
  },
  sol: {
    name: "Solana",
    hourlySlug: "solana",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "SOLUSDT",
    relaySymbol: "solusd",
    feedIds: {
      spot: "0x0003b778d3f6b2ac4991302b89cb313f99a42467d6c9c5f96f57c29c0d2bc24f",
      twap_30: "0x000248f549418ab11af95961667f03378b4c26174662e2ac3075f7a01d3c8bef",
      twap_60: "0x00028f809156a08fbb1baa92e4e7ee9f056dd262e86df0fa1e74637be7725676",
    },
  },
  xrp: {
    name: "XRP",
    hourlySlug: "xrp",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "XRPUSDT",
    relaySymbol: "xrpusd",
    feedIds: {
      spot: "0x0003c16c6aed42294f5cb4741f6e59ba2d728f0eae2eb9e6d3f555808c59fc45",
      twap_30: "0x0002d7781a55cbd01bd705d3e7f662e5d385bd29147d21d0421bb04d789614b9",
      twap_60: "0x0002d8a05177b903142185df7a75b7d6fd5d535ca1050e9b6c051a49ee1ad3da",
    },
  },
  hype: {
    name: "Hyperliquid",
    hourlySlug: "hype",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "futures",
    exchangeSymbol: "HYPEUSDT",
    relaySymbol: "hypeusd",
    feedIds: {
      spot: "0x0003d34539af562867c3cb309b59efccf40e74b404fb415eeb7699d61322aed9",
      twap_30: null,
      twap_60: null,
    },
  },
  doge: {
    name: "Dogecoin",
    hourlySlug: "dogecoin",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "DOGEUSDT",
    relaySymbol: "dogeusd",
    feedIds: {
      spot: "0x000356ca64d3b32135e17dc0dc721a645bf50d0303be8ceb2cdca0a50bab8fdc",
      twap_30: "0x0002376c3f32f981c7847057949db4f8ca4905ce9825d5996db910d8926cd685",
      twap_60: "0x00021251b82fb66152ed854da5b7228fca7fa6165305e06c564c5604e884073b",
    },
  },
  bnb: {
    name: "BNB",
    hourlySlug: "bnb",
    intervals: ALL,
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "BNBUSDT",
    relaySymbol: "bnbusd",
    feedIds: {
      spot: "0x000335fd3f3ffa06cfd9297b97367f77145d7a5f132e84c736cc471dd98621fe",
      twap_30: "0x0002a5e83361be0767d4967f321bc2db02f5f774c2991a5744d9aa22e6fbdb19",
      twap_60: "0x000207429501edf217ef5939ca5f51e0e3a792a042ad75f3da4fd8ce5378e9c9",
    },
  },
  zec: {
    name: "Zcash",
    hourlySlug: "zec",
    intervals: ["5min", "15min", "4hour"],
    fromDay: "2026-08-04",
    exchangeMarket: "spot",
    exchangeSymbol: "ZECUSDT",
    relaySymbol: "zecusd",
    feedIds: { spot: null, twap_30: null, twap_60: null },
  },
} as const satisfies Readonly<Record<string, AssetFacts>>;
