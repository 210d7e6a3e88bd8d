/**
 * `bun run start`: live mode, on the real providers.
 *
 * @module
 */
import { Option, Redacted } from "effect";
import { readOrExplain } from "./command_line.ts";
import { readEnvironment, readSettings, type Settings } from "../settings/settings.ts";
import { startLiveService } from "../wiring/live_service.ts";
import { runUntilSignal, valueOrExit } from "../wiring/process.ts";
import { ownCommand, usageLine } from "../wiring/own_command.ts";

const USAGE = `${usageLine("start [--detach]")}
Runs the service on the real providers. Its environment has its settings; none has to be set.
  --detach  goes on when what has started it ends, or its terminal is closed`;

/** Starts the service, which runs on, and prints what is on and what is missing. */
export async function main(args: ReadonlyArray<string>): Promise<number | undefined> {
  const line = readOrExplain(args, { names: { detach: "flag" }, usage: USAGE });
  if (typeof line === "number") return line;
  const settings = valueOrExit(readEnvironment(Bun.env, readSettings));
  console.log(providerTable(settings));
  console.log(oracleSentence(settings));
  const { url, hasAnyAccount } = await runUntilSignal(() => startLiveService(Bun.env), {
    isDetached: line.options["detach"] === true,
  });
  console.log(`Strikeline answers on ${url}`);
  if (!hasAnyAccount) console.log(firstKey(url));
  return undefined;
}

/** Formats which providers are on, and which setting turns on each of the others. */
function providerTable(
  { providers, games: { openfootballDir }, walletKeys }: Settings,
): string {
  const { oracle, relay, exchange, venue, chain, venue2, games } = providers;
  const isOracleOn = Option.isSome(oracle.credentials);
  const isRelayOn = Option.isSome(relay.access);
  return [
    ["provider", "state", ""],
    [
      "oracle",
      ...(isOracleOn ? ["on", oracle.url] : ["off", howToTurnOn(oracle.missing, "paid: ")]),
    ],
    ["oracle stream", ...(isOracleOn ? ["on", oracle.wsUrl] : ["off", "as the oracle"])],
    ["relay", ...(isRelayOn ? ["on", relay.wsUrl] : ["off", howToAskRelay(relay.missing)])],
    ["venue site", "on", venue.siteUrl],
    ["venue data", "on", venue.dataUrl],
    ["exchange spot", "on", exchange.spotUrl],
    ["exchange futures", "on", exchange.futuresUrl],
    ["exchange archive", "on", exchange.archiveUrl],
    ["spot stream", "on", exchange.streams.spotUrl],
    ["futures stream", "on", exchange.streams.futuresUrl],
    ["venue metadata", "on", venue.gammaUrl],
    ["venue orders", "on", venue.clobUrl],
    ["venue stream", "on", venue.clobWsUrl],
    ["venue user stream", "on", venue.clobWsUrl],
    Option.isSome(chain.relayerAccess)
      ? ["venue relayer", "on", chain.relayerUrl]
      : ["venue relayer", "off", howToTurnOn(chain.missing.relayer)],
    // The host alone: the rest of a node's address may be a key.
    Option.match(chain.rpcUrl, {
      onNone: () => ["chain", "off", howToTurnOn(chain.missing.rpc)],
      onSome: (url) => ["chain", "on", new URL(Redacted.value(url)).origin],
    }),
    ["schedule", "on", games.espnUrl],
    ...Option.match(openfootballDir, {
      onNone: () => [],
      onSome: (folder) => [["openfootball", "on", folder]],
    }),
    ...Object.entries(games.platformUrls).map(([code, url]) => [code, "on", url]),
    ["hyperliquid", "on", venue2.url],
    ["hyperliquid stream", "on", venue2.wsUrl],
    Option.isSome(walletKeys.current)
      ? ["wallets", "on", ""]
      : ["wallets", "off", `${ownCommand("setup")} makes their WALLET_KEY`],
  ].map(([name = "", state = "", detail = ""]) =>
    `${name.padEnd(20)}${state.padEnd(7)}${detail}`.trimEnd()
  ).join("\n");
}

/** It costs nothing, but needs a wallet's key at the venue. */
function howToAskRelay(missing: string): string {
  return missing.startsWith("POLYMARKET_RELAY_WALLET")
    ? `free: ${ownCommand("setup")} switches it on`
    : howToTurnOn(missing);
}

/** A source that `ORACLE` omits is off by choice. */
function howToTurnOn(setting: string, cost = ""): string {
  return setting === "ORACLE" ? "ORACLE leaves it out" : `${cost}set ${setting}`;
}

/** Formats where the prices of 5min, 15min and 4hour come from, and how late they are. */
function oracleSentence({ providers: { oracle, relay } }: Settings): string {
  const what = "5min, 15min and 4hour";
  const behind = "missed prices come from the venue's site and metadata";
  if (Option.isSome(oracle.credentials)) {
    const beside = Option.isSome(relay.access) ? ", with the venue's relay beside them" : "";
    return `${what}: the oracle's signed reports${beside}; ${behind}`;
  }
  if (Option.isSome(relay.access)) return `${what}: the venue's relay of the oracle; ${behind}`;
  return `${what}: no source of the oracle's own numbers is set up, so prices come from the ` +
    "venue's site and metadata alone, live ones seconds late and provisional at first";
}

/** Returns the text that is printed where no account exists; `url` is the service's. */
function firstKey(url: string): string {
  return `
No account exists yet. Prices, windows and fees need none; everything else needs an API key.
  ${ownCommand("setup")}   # asks what is missing, beside this service, which goes on with it
Or open ${url}/console on this machine, which asks the same.`;
}
