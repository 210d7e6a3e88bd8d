/**
 * Compares this machine's clock with those of providers.
 *
 * @module
 */
import { Clock, Effect, Option } from "effect";
import { exchangeClock } from "../../../adapters/binance/clock.ts";
import {
  type ClockReading,
  dateClock,
  type HttpCall,
  makeHttpGet,
  type ProviderClock,
} from "../../../adapters/outbound/mod.ts";
import { venueClock } from "../../../adapters/polymarket/clob/clock.ts";
import type { ProviderSettings } from "../../settings/provider_settings.ts";
import { type DoctorRow, type Finding, off, trouble, well } from "./doctor_report.ts";

/** How far this machine is ahead of a provider: between the two, in milliseconds. */
export interface Skew {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The oracle refuses requests that are 5 s off; prices are published late or early before that. */
export const SKEW_MS_MAX = 1_000;

const TIMEOUT_MS = 5_000;
/** The first answer includes the time to connect, and says less. */
const READINGS = 2;

/** Returns by how much a clock may be ahead that stood at these instants before and after. */
export function skewOf(
  reading: ClockReading,
  own: { readonly sentMs: number; readonly receivedMs: number },
): Skew {
  return { fromMs: own.sentMs - reading.untilMs, untilMs: own.receivedMs - reading.fromMs };
}

/** Judges it: trouble is what no delay of the network explains. */
export function findingOf({ fromMs, untilMs }: Skew): Finding {
  const middleMs = (fromMs + untilMs) / 2;
  const precision = `(+-${seconds((untilMs - fromMs) / 2)})`;
  const remedy = "Set the machine's clock by NTP, such as: timedatectl set-ntp true";
  if (fromMs > SKEW_MS_MAX) return trouble(`${seconds(middleMs)} ahead ${precision}`, remedy);
  if (untilMs < -SKEW_MS_MAX) return trouble(`${seconds(-middleMs)} behind ${precision}`, remedy);
  return well(`agrees ${precision}`);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Asks each provider for its time. Needs the {@linkcode ProviderWatch}. */
export const checkClocks = Effect.fnUntraced(function* (providers: ProviderSettings) {
  const { exchange, venue, venue2, oracle } = providers;
  const clocks = [
    exchangeClock(exchange.spotUrl),
    venueClock(venue.clobUrl),
    dateClock("hyperliquid", `${venue2.url}/info`),
    dateClock("oracle", oracle.url),
  ];
  const rows = yield* Effect.forEach(clocks, checkClock);
  if (rows.some(({ state }) => state !== "off")) return rows;
  const remedy = "Check the network; the rows of providers say more";
  return [...rows, { check: "clock", ...trouble("no provider's clock can be read", remedy) }];
});

const checkClock = Effect.fnUntraced(function* (clock: ProviderClock) {
  const httpGet = yield* makeHttpGet({ provider: clock.name, timeoutMs: TIMEOUT_MS });
  const answers: Array<Option.Option<Skew>> = [];
  for (let count = 0; count < READINGS; count++) {
    answers.push(...Option.toArray(yield* readSkew(clock, httpGet)));
  }
  const skews = answers.flatMap(Option.toArray);
  const [best] = skews.toSorted((a, b) => a.untilMs - a.fromMs - (b.untilMs - b.fromMs));
  const unread = answers.length === 0 ? "it cannot be reached" : "it shows no time";
  const finding = best === undefined ? off(unread) : findingOf(best);
  const row: DoctorRow = { check: `clock: ${clock.name}`, ...finding };
  return row;
});

/** Returns none without an answer, and in it none of an answer that shows no time. */
const readSkew = Effect.fnUntraced(function* (clock: ProviderClock, httpGet: HttpCall) {
  const sentMs = yield* Clock.currentTimeMillis;
  const answer = yield* Effect.option(httpGet(clock.url));
  const receivedMs = yield* Clock.currentTimeMillis;
  return Option.map(
    answer,
    (answer) =>
      Option.map(clock.read(answer), (reading) => skewOf(reading, { sentMs, receivedMs })),
  );
});
