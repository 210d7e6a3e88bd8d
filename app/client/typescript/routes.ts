/**
 * Every request of the service, under the name by which a bot calls it. The client is made from
 * this table, and a test holds it to the service's own document.
 *
 * @module
 */
import type { AccountOperations } from "./wire/account.ts";
import type { BookOperations } from "./wire/book.ts";
import type { FeeOperations } from "./wire/fee.ts";
import type { FillOperations } from "./wire/fill.ts";
import type { GameOperations } from "./wire/game.ts";
import type { HistoryOperations } from "./wire/history.ts";
import type { LegOperations } from "./wire/leg.ts";
import type { LimitOrderOperations } from "./wire/limit_order.ts";
import type { MarketOperations } from "./wire/market.ts";
import type { OrderOperations } from "./wire/order.ts";
import type { OutcomeMarketOperations } from "./wire/outcome_market.ts";
import type { PlacedOrderOperations } from "./wire/placed_order.ts";
import type { PositionOperations } from "./wire/position.ts";
import type { ProfitOperations } from "./wire/profit.ts";
import type { ServiceOperations } from "./wire/service.ts";
import type { SpotOperations } from "./wire/spot.ts";
import type { TargetOperations } from "./wire/target.ts";
import type { TeamOperations } from "./wire/team.ts";
import type { TimeseriesOperations } from "./wire/timeseries.ts";
import type { TwapOperations } from "./wire/twap.ts";
import type { WalletOperations } from "./wire/wallet.ts";
import type { WindowOperations } from "./wire/window.ts";

/** What each request takes and answers, by method and path. */
export interface Operations
  extends
    AccountOperations,
    BookOperations,
    FeeOperations,
    FillOperations,
    GameOperations,
    HistoryOperations,
    LegOperations,
    LimitOrderOperations,
    MarketOperations,
    OrderOperations,
    OutcomeMarketOperations,
    PlacedOrderOperations,
    PositionOperations,
    ProfitOperations,
    ServiceOperations,
    SpotOperations,
    TargetOperations,
    TeamOperations,
    TimeseriesOperations,
    TwapOperations,
    WalletOperations,
    WindowOperations {}

/** A request: its method and its path, which without a slash at its begin is under `/api/v1/`. */
export type RouteName = keyof Operations;

/** The requests, by what they are about. */
export const ROUTES = {
  /** Prices to beat. */
  targets: {
    /**
     * The targets of an asset's open windows. One that is not known yet says `ok: false`. The
     * client has `activeByAsset` for several assets.
     */
    active: "GET targets/active",
    /** The target of the window that holds an instant. */
    at: "GET targets/timestamp",
    /** The targets of several assets at an instant. */
    batch: "GET targets/timestamp/batch",
  },
  /** Windows: target, live price, market and end in one object. */
  windows: {
    /** The open window of each series, and from a minute before it opens the one after it. */
    active: "GET windows/active",
    /** One window by its slug: past, open or to come. */
    get: "GET windows/{slug}",
    /** Past windows of a series, newest first. */
    list: "GET windows",
    /** How often another venue named the same winner, by how close the windows were. */
    basis: "GET windows/basis",
  },
  /** Windows of the primary venue. */
  markets: {
    /** All windows of a UTC day, with their slugs; `timestampsByAsset` for several assets. */
    timestamps: "GET markets/timestamps",
  },
  /** Past windows. */
  history: {
    /** One window, by its slug or an instant: its target, and its close and how it resolved. */
    market: "GET history/market",
    /** The windows that start in a range. */
    range: "GET history/range",
    /** The exchange's prices in a range. */
    exchangeRange: "GET history/exchange/range",
  },
  /** The same history, as series of points. */
  timeseries: {
    /** One window. */
    market: "GET timeseries/market",
    /** The windows that start in a range. */
    range: "GET timeseries/range",
  },
  /** Time-weighted averages of the oracle. */
  twap: {
    /** The latest average. */
    latest: "GET twap/latest",
  },
  /** Trades of the exchange. */
  spot: {
    /** The newest trade of an asset; refused if it is over 10 s old. */
    get: "GET spot",
  },
  /** Order books of the primary venue. */
  books: {
    /** The book of an outcome, best level first. */
    get: "GET book",
  },
  /** Fees of the primary venue. */
  fees: {
    /** The fees of an event, by its slug. */
    eventBySlug: "GET fees/event/slug/{eventSlug}",
    /** The fees of an event, by its id. */
    eventById: "GET fees/event/id/{eventId}",
    /** The fee of a trade, by the venue's present rule. */
    estimate: "POST new_fees/trade-estimate",
    /** The fee of a trade, by the rule that the venue had before. */
    legacyEstimate: "POST fees/trade-estimate",
  },
  /** The account of the API key. */
  account: {
    /** The account, its key and its wallets. */
    details: "GET account",
  },
  /** Orders on the primary venue. */
  orders: {
    /** Places a market order, at most once: repeats the request until its outcome is certain. */
    market: "POST simpleOrders/easyMarketOrder",
    /** Places a limit order, at most once. What does not trade at once may rest. */
    limit: "POST orders",
    /** Places up to 15 limit orders in one call of the venue, each of them at most once. */
    batch: "POST orders/batch",
    /** Puts what is left of an order into the book at another price or size, at most once. */
    replace: "POST orders/{orderId}/replace",
    /** One order, and what the venue says of it now. */
    get: "GET orders/{orderId}",
    /** Cancels one order. */
    cancelOne: "DELETE orders/{orderId}",
    /** Open orders of a wallet, as the venue has them. */
    open: "GET orders",
    /** Cancels open orders of a wallet: all of them, or those of a market. */
    cancel: "DELETE orders",
    /** What became of a wallet's orders, newest first. */
    history: "GET orders/history",
    /** What each trade moved for a wallet's orders, newest first, and how far it is settled. */
    fills: "GET fills",
  },
  /** Trading wallets. */
  wallets: {
    /** What a wallet has, and has spent today. */
    balance: "GET wallets/balance",
    /** The guard of a wallet: whether it is armed, when it fires, and when it fired last. */
    guard: "GET wallets/guard",
    /**
     * Arms or renews the guard of a wallet, or with 0 seconds disarms it. `venue` begins or ends
     * the venue's own heartbeats: once they end, it cancels every open order of the API key.
     */
    setGuard: "PUT wallets/guard",
  },
  /** What wallets have of each outcome, and what they made of it. */
  positions: {
    /** The positions of a wallet, exactly, beside what the venue's index says of them. */
    list: "GET positions",
    /** What a wallet made, by day, market or series. */
    profit: "GET pnl",
    /** Claims one market, or everything that can be claimed, at most once. */
    claim: "POST positions/claim",
    /** The claims of a wallet as they are now, newest first. */
    claims: "GET positions/claims",
    /** Makes shares of both outcomes of USDC, at most once. */
    split: "POST positions/split",
    /** Makes USDC of shares of both outcomes, at most once. */
    merge: "POST positions/merge",
  },
  /** Games, and where they are listed. */
  games: {
    /** The games of a day or a span of time. */
    list: "GET games",
  },
  /** Teams that play in these games. */
  teams: {
    /** Teams by league, sport or name. */
    list: "GET teams",
  },
  /** Leagues that the service follows. */
  leagues: {
    /** Every league, with how long its games take. */
    list: "GET leagues",
  },
  /** Outcome markets of the secondary venue. */
  venue2: {
    /** The markets that are open. */
    active: "GET venue2/targets/active",
    /** The market at, or nearest to, an instant. */
    at: "GET venue2/targets/timestamp",
  },
  /** The service itself. */
  service: {
    /** Whether it answers. */
    health: "GET /health",
    /** How its providers and jobs are doing. */
    status: "GET status",
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RouteName>>>>;
