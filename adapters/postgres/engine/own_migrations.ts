/**
 * The migrations of this version: the files in `migration/`, in their order.
 *
 * @module
 */
import targets from "./migration/0001_targets.sql" with { type: "text" };
import accounts from "./migration/0002_accounts.sql" with { type: "text" };
import wallets from "./migration/0003_wallets.sql" with { type: "text" };
import walletLimits from "./migration/0004_wallet_limits.sql" with { type: "text" };
import orders from "./migration/0005_orders.sql" with { type: "text" };
import games from "./migration/0006_games.sql" with { type: "text" };
import outcomeMarkets from "./migration/0007_outcome_markets.sql" with { type: "text" };
import walletRights from "./migration/0008_wallet_rights.sql" with { type: "text" };
import scheduleReadings from "./migration/0009_schedule_readings.sql" with { type: "text" };
import targetSources from "./migration/0010_target_sources.sql" with { type: "text" };
import leases from "./migration/0011_leases.sql" with { type: "text" };
import consoleSignIn from "./migration/0012_console.sql" with { type: "text" };
import orderListings from "./migration/0013_order_listings.sql" with { type: "text" };
import keyReservations from "./migration/0014_key_reservations.sql" with { type: "text" };
import hooks from "./migration/0015_hooks.sql" with { type: "text" };
import targetRanges from "./migration/0016_target_ranges.sql" with { type: "text" };
import hookMessageAges from "./migration/0017_hook_message_ages.sql" with { type: "text" };
import ordersUnresolved from "./migration/0018_orders_unresolved.sql" with { type: "text" };
import orderEnds from "./migration/0019_order_ends.sql" with { type: "text" };
import orderPrices from "./migration/0020_order_prices.sql" with { type: "text" };
import webhookNames from "./migration/0021_webhook_names.sql" with { type: "text" };
import orderLife from "./migration/0023_order_life.sql" with { type: "text" };
import walletFrames from "./migration/0024_wallet_frames.sql" with { type: "text" };
import fills from "./migration/0025_fills.sql" with { type: "text" };
import guards from "./migration/0026_guards.sql" with { type: "text" };
import fillPlans from "./migration/0027_fill_plans.sql" with { type: "text" };
import ledger from "./migration/0028_ledger.sql" with { type: "text" };
import chain from "./migration/0029_chain.sql" with { type: "text" };
import activityReadings from "./migration/0030_activity_readings.sql" with { type: "text" };
import paper from "./migration/0031_paper.sql" with { type: "text" };
import windowLegs from "./migration/0032_window_legs.sql" with { type: "text" };
import idempotencyReservations from "./migration/0022_idempotency_reservations.sql" with {
  type: "text",
};

/** One migration. `name` orders it; once released, neither name nor text may change. */
export interface Migration {
  readonly name: string;
  readonly text: string;
}

/** Every file of the folder. A new one is added at the end. */
export const OWN_MIGRATIONS: ReadonlyArray<Migration> = [
  { name: "0001_targets.sql", text: targets },
  { name: "0002_accounts.sql", text: accounts },
  { name: "0003_wallets.sql", text: wallets },
  { name: "0004_wallet_limits.sql", text: walletLimits },
  { name: "0005_orders.sql", text: orders },
  { name: "0006_games.sql", text: games },
  { name: "0007_outcome_markets.sql", text: outcomeMarkets },
  { name: "0008_wallet_rights.sql", text: walletRights },
  { name: "0009_schedule_readings.sql", text: scheduleReadings },
  { name: "0010_target_sources.sql", text: targetSources },
  { name: "0011_leases.sql", text: leases },
  { name: "0012_console.sql", text: consoleSignIn },
  { name: "0013_order_listings.sql", text: orderListings },
  { name: "0014_key_reservations.sql", text: keyReservations },
  { name: "0015_hooks.sql", text: hooks },
  { name: "0016_target_ranges.sql", text: targetRanges },
  { name: "0017_hook_message_ages.sql", text: hookMessageAges },
  { name: "0018_orders_unresolved.sql", text: ordersUnresolved },
  { name: "0019_order_ends.sql", text: orderEnds },
  { name: "0020_order_prices.sql", text: orderPrices },
  { name: "0021_webhook_names.sql", text: webhookNames },
  { name: "0022_idempotency_reservations.sql", text: idempotencyReservations },
  { name: "0023_order_life.sql", text: orderLife },
  { name: "0024_wallet_frames.sql", text: walletFrames },
  { name: "0025_fills.sql", text: fills },
  { name: "0026_guards.sql", text: guards },
  { name: "0027_fill_plans.sql", text: fillPlans },
  { name: "0028_ledger.sql", text: ledger },
  { name: "0029_chain.sql", text: chain },
  { name: "0030_activity_readings.sql", text: activityReadings },
  { name: "0031_paper.sql", text: paper },
  { name: "0032_window_legs.sql", text: windowLegs },
];
