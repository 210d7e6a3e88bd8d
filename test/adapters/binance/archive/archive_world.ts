/**
 * The simulated exchange's archive, and one that is staged file by file, for the feed's tests.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Effect } from "effect";
import { strToU8, zipSync } from "fflate";
import { makeBinanceArchiveFeed } from "../../../../adapters/binance/archive/price_feed.ts";
import { symbolOf } from "../../../../adapters/binance/market.ts";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import type { SandboxClock } from "../../../../app/simulator/kit/clock.ts";
import { makeExchangeTapes } from "../../../../app/simulator/binance/exchange_tapes.ts";
import { startSimulator } from "../../../../app/simulator/start_simulator.ts";
import { makeWorld } from "../../../../app/simulator/world/world.ts";
import type { Asset } from "../../../../core/market/mod.ts";
import type { OpeningResult } from "../../../../core/port/mod.ts";
import { formatE18, targetKey, type TargetQuery } from "../../../../core/price/mod.ts";
import type { PriceFact } from "../../../contract/price_feed_contract.ts";
import {
  control,
  layerStillClock,
  makeStillClock,
  ms,
  ORACLE_KEY,
} from "../../../simulator/kit/support.ts";

/** A feed over an archive. */
export const feedOf = (archiveUrl: string, callTimeoutMs = 5_000) =>
  makeBinanceArchiveFeed({ archiveUrl, callTimeoutMs }).pipe(
    Effect.provide(layerProviderWatch({ providers: [], off: [] })),
  );

/** Both markets' simulators, which share what was traded, for as long as the scope lives. */
export const makeArchive = Effect.fnUntraced(function* (clock: SandboxClock) {
  const options = { seed: 1, clock, oracleKey: ORACLE_KEY, tapes: makeExchangeTapes(makeWorld(1)) };
  const start = (name: "exchange-spot" | "exchange-futures") =>
    Effect.acquireRelease(
      Effect.sync(() => startSimulator(name, options)),
      (running) => Effect.promise(() => running.stop()),
    );
  const spot = yield* start("exchange-spot");
  const futures = yield* start("exchange-futures");
  const urlOf = (asset: Asset) => symbolOf(asset).market === "spot" ? spot.url : futures.url;
  const put = (asset: Asset, series: Readonly<Record<string, unknown>>) =>
    Effect.promise(() =>
      control(`${urlOf(asset)}/__series`, "PUT", { ...symbolOf(asset), ...series })
    );
  return {
    url: `${spot.url}/archive`,
    futuresUrl: `${futures.url}/archive`,
    putMinutes: (asset: Asset, rows: ReadonlyArray<ReadonlyArray<unknown>>) =>
      put(asset, { klines_1m: rows }),
    /** Between the first and the last trade of an asset there are no others. */
    putTrades: (facts: ReadonlyArray<PriceFact>) =>
      Effect.forEach(
        [...Map.groupBy(facts, ({ asset }) => asset)],
        ([asset, own]) =>
          put(asset, {
            trades: own
              .toSorted((a, b) => a.atMs - b.atMs)
              .map(({ atMs, priceE18 }) => [atMs, formatE18(priceE18), "1"]),
          }),
      ),
    fault: (fault: Readonly<Record<string, unknown>>) =>
      Effect.promise(() => control(`${spot.url}/__faults`, "POST", fault)),
    log: Effect.promise(async () => {
      const url = `${spot.url}/__log`;
      return (await control<{ requests: ReadonlyArray<{ path: string; status: number }> }>(
        url,
        "GET",
      )).body.requests;
    }),
  };
});

/** Both markets, as a test prepares them. */
export type SimulatedArchive = Effect.Success<ReturnType<typeof makeArchive>>;

/** Asks the simulated archive in the feed's own groups, at an instant. */
export function askArchive(asked: ReadonlyArray<TargetQuery>, { nowIso, prepare }: {
  readonly nowIso: string;
  readonly prepare?: (archive: SimulatedArchive) => Effect.Effect<unknown>;
}) {
  const clock = makeStillClock(ms(nowIso));
  const program = Effect.scoped(Effect.gen(function* () {
    const archive = yield* makeArchive(clock);
    yield* prepare?.(archive) ?? Effect.void;
    const results = yield* askAll(yield* feedOf(archive.url), asked);
    return { results, log: yield* archive.log };
  }));
  return Effect.runPromise(Effect.provide(program, layerStillClock(clock)));
}

const askAll = Effect.fnUntraced(function* (
  feed: Effect.Success<ReturnType<typeof feedOf>>,
  asked: ReadonlyArray<TargetQuery>,
) {
  const byKey = new Map<string, OpeningResult>();
  for (const group of feed.groups(asked)) {
    const results = yield* feed.openings(group);
    for (const [index, query] of group.entries()) {
      const result = results[index];
      if (result !== undefined) byKey.set(targetKey(query), result);
    }
  }
  return asked.flatMap((query) => byKey.get(targetKey(query)) ?? []);
});

/** What a staged archive answers under a path; a path that is not staged is 404. */
export type StagedFiles = ReadonlyMap<string, Uint8Array | string>;

/** The zip of one text, and its checksum, under the archive's names. */
export function stagedDay(path: string, text: string): StagedFiles {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.zip$/, ".csv");
  return stagedZip(path, zipSync({ [name]: strToU8(text) }));
}

/** Any bytes with their right checksum. */
export function stagedZip(path: string, zip: Uint8Array): StagedFiles {
  const hex = createHash("sha256").update(zip).digest("hex");
  const name = path.slice(path.lastIndexOf("/") + 1);
  return new Map<string, Uint8Array | string>([
    [path, zip],
    [`${path}.CHECKSUM`, `${hex}  ${name}\n`],
  ]);
}

/** Asks an archive that has these files alone; says what was asked for, too. */
export async function askStaged(
  files: StagedFiles,
  { asked, nowIso = "2026-11-20T12:00:00Z" }: {
    readonly asked: ReadonlyArray<TargetQuery>;
    readonly nowIso?: string;
  },
) {
  const paths: Array<string> = [];
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      paths.push(pathname);
      const file = files.get(pathname);
      if (file === undefined) return new Response("no such key", { status: 404 });
      return new Response(typeof file === "string" ? file : new Uint8Array(file));
    },
  });
  const program = Effect.gen(function* () {
    return yield* askAll(yield* feedOf(`http://127.0.0.1:${server.port}`), asked);
  });
  const clock = makeStillClock(ms(nowIso));
  const results = await Effect.runPromise(Effect.provide(program, layerStillClock(clock)));
  await server.stop(true);
  return { results, paths };
}
