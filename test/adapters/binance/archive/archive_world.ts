/**
 * Asks the simulated exchange's archive, and one that is staged file by file, for the feed's tests.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Effect } from "effect";
import { strToU8, zipSync } from "fflate";
import { makeBinanceArchiveFeed } from "../../../../adapters/binance/archive/price_feed.ts";
import { layerProviderWatch } from "../../../../adapters/process/provider_watch.ts";
import type { OpeningResult } from "../../../../core/port/mod.ts";
import { targetKey, type TargetQuery } from "../../../../core/price/mod.ts";
import { layerStillClock, makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { type Exchange, makeExchange } from "../exchange_world.ts";

/** A feed over an archive. */
export const feedOf = (archiveUrl: string, callTimeoutMs = 5_000) =>
  makeBinanceArchiveFeed({ archiveUrl, callTimeoutMs }).pipe(
    Effect.provide(layerProviderWatch({ providers: [], off: [] })),
  );

/** Asks the simulated archive in the feed's own groups, at an instant. */
export function askArchive(asked: ReadonlyArray<TargetQuery>, { nowIso, prepare }: {
  readonly nowIso: string;
  readonly prepare?: (exchange: Exchange) => Effect.Effect<unknown>;
}) {
  const clock = makeStillClock(ms(nowIso));
  const program = Effect.scoped(Effect.gen(function* () {
    const exchange = yield* makeExchange({ clock });
    yield* prepare?.(exchange) ?? Effect.void;
    const results = yield* askAll(yield* feedOf(exchange.archiveUrl), asked);
    return { results, log: yield* exchange.log("btc") };
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
