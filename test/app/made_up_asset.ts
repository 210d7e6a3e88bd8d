/** Loaded before anything else: another asset is in the table. @module */

// Not by the door of its room, which counts the rows as it is loaded.
const TABLE = new URL("../../core/market/asset_table.ts", import.meta.url).pathname;
const { ASSET_TABLE } = await import(TABLE);

Object.assign(ASSET_TABLE, {
  qux: {
    name: "Quxcoin",
    hourlySlug: "quxcoin",
    intervals: ["5min", "1hour"],
    fromDay: null,
    exchangeMarket: "spot",
    exchangeSymbol: "QUXUSDT",
    relaySymbol: "quxusd",
    feedIds: { spot: null, twap_30: null, twap_60: null },
  },
});
