/**
 * Asks the simulated exchange's archive, and one that is staged file by file, for the feed's tests.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { Effect } from "effect";
import { strToU8, zipSync } from "fflate";
import { makeBinanceArchiveFeed } from "../../../../adapters/binance/archive/price_feed.ts";
import type { TargetQuery } from "../../../../core/price/mod.ts";
import { askInGroups } from "../../../contract/price_feed_contract.ts";
import { makeStillClock, ms } from "../../../simulator/kit/support.ts";
import { runStill } from "../../../still_run.ts";
import { ask, type AskOptions } from "../exchange_world.ts";

/** A feed over an archive. */
export const feedOf = (archiveUrl: string, callTimeoutMs = 5_000) =>
  makeBinanceArchiveFeed({ archiveUrl, callTimeoutMs });

/** Asks the simulated archive, at an instant. */
export const askArchive = (asked: ReadonlyArray<TargetQuery>, options: AskOptions) =>
  ask(asked, { ...options, makeFeed: ({ archiveUrl }) => feedOf(archiveUrl), logged: "btc" });

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
  const program = Effect.flatMap(
    feedOf(`http://127.0.0.1:${server.port}`),
    (feed) => askInGroups(feed, asked),
  );
  const results = await runStill(makeStillClock(ms(nowIso)), program);
  await server.stop(true);
  return { results, paths };
}
