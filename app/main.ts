/**
 * `bun run start`: live mode, on the real providers.
 *
 * @module
 */
import { Layer, Option } from "effect";
import { readConfig } from "./config.ts";
import { type LiveConfig, readLiveConfig } from "./live_config.ts";
import { startService } from "./service.ts";
import { FIRST_KEY, hasAccounts } from "./first_key.ts";
import { configOrExit, runUntilSignal } from "./start.ts";
import { worldFolder } from "./store.ts";

const config = configOrExit(readConfig(Bun.env, readLiveConfig));
console.log(providerTable(config));
const folder = worldFolder(config.service, "live");
const { url, prepared: isAnybodyThere } = await runUntilSignal(() =>
  startService({
    config: config.service,
    providers: config.providers,
    walletKeys: config.walletKeys,
    world: "live",
    folder,
    storeFolder: folder,
    fixedKey: Option.none(),
    prepare: hasAccounts,
    clock: Layer.empty,
  })
);
console.log(`Strikeline answers on ${url}`);
if (!isAnybodyThere) console.log(FIRST_KEY);

/** Which providers are on, and what the others lack. */
function providerTable(
  { providers: { oracle, exchange, venue, venue2, games }, service, walletKeys }: LiveConfig,
): string {
  const isOracleOn = Option.isSome(oracle.credentials);
  const oracleState = isOracleOn
    ? ["on", oracle.url]
    : ["off", `set ${oracle.missing}; until then 5min, 15min and 4hour answer 502`];
  return [
    ["provider", "state", ""],
    ["oracle", ...oracleState],
    ["oracle stream", ...(isOracleOn ? ["on", oracle.wsUrl] : ["off", "as the oracle"])],
    ["exchange spot", "on", exchange.spotUrl],
    ["exchange futures", "on", exchange.futuresUrl],
    ["spot stream", "on", exchange.streams.spotUrl],
    ["futures stream", "on", exchange.streams.futuresUrl],
    ["venue metadata", "on", venue.gammaUrl],
    ["venue orders", "on", venue.clobUrl],
    ["venue stream", "on", venue.clobWsUrl],
    ["schedule", "on", games.espnUrl],
    ...Option.match(service.games.openfootballDir, {
      onNone: () => [],
      onSome: (folder) => [["openfootball", "on", folder]],
    }),
    ["kalshi", "on", games.kalshiUrl],
    ["limitless", "on", games.limitlessUrl],
    ["sx_bet", "on", games.sxBetUrl],
    ["hyperliquid", "on", venue2.url],
    ["hyperliquid stream", "on", venue2.wsUrl],
    Option.isSome(walletKeys.current)
      ? ["wallets", "on", ""]
      : ["wallets", "off", "set WALLET_KEY, such as openssl rand -base64 32 makes"],
  ].map(([name = "", state = "", detail = ""]) =>
    `${name.padEnd(20)}${state.padEnd(7)}${detail}`.trimEnd()
  ).join("\n");
}
