/**
 * The files of a checkout of the data, each read again only when it has changed.
 *
 * @module
 */
import { Effect } from "effect";
import type { LeagueCode } from "../../core/game/mod.ts";
import { ProviderFailed } from "../../core/port/provider_failure.ts";
import type { LeagueFile } from "./league_file.ts";
import { readSeason, type Season } from "./season.ts";

/** The provider's name in failures. */
export const OPENFOOTBALL = "openfootball";

/** A season of a league. */
export interface SeasonQuery extends LeagueFile {
  readonly league: LeagueCode;
  /** `2025-26`. */
  readonly season: string;
}

/** Reads seasons. */
export interface SeasonFiles {
  /** Whether a league has a file in one of these seasons. */
  readonly hasAny: (
    code: string,
    seasons: ReadonlyArray<string>,
  ) => Effect.Effect<boolean>;
  /** Reads a season; undefined if there is no file. `wanted` names the data in failures. */
  readonly read: (
    query: SeasonQuery,
    wanted: string,
  ) => Effect.Effect<Season | undefined, ProviderFailed>;
}

interface KnownFile {
  readonly version: string;
  readonly season: Promise<Season>;
}

/** Makes a reader that caches every file. `folder`: the checkout. */
export function makeSeasonFiles(folder: string): SeasonFiles {
  const known = new Map<string, KnownFile>();
  const pathOf = (season: string, code: string) => `${folder}/${season}/${code}.json`;

  async function read(query: SeasonQuery): Promise<Season | undefined> {
    const path = pathOf(query.season, query.code);
    const file = Bun.file(path);
    const version = await versionOf(file);
    if (version === undefined) return undefined;
    const before = known.get(path);
    if (before?.version === version) return await before.season;
    const season = file.text().then((text) => readSeason(text, query)).catch((cause) => {
      throw new Error(`${path} cannot be read`, { cause });
    });
    known.set(path, { version, season });
    return await season;
  }

  return {
    hasAny: (code, seasons) =>
      Effect.promise(async () => {
        const exist = seasons.map((season) => Bun.file(pathOf(season, code)).exists());
        return (await Promise.all(exist)).includes(true);
      }),
    read: (query, wanted) =>
      Effect.tryPromise({
        try: () => read(query),
        catch: (cause) =>
          new ProviderFailed({ provider: OPENFOOTBALL, reason: "unreadable", wanted, cause }),
      }),
  };
}

/** The version of a file; undefined if it does not exist. */
async function versionOf(file: Bun.BunFile): Promise<string | undefined> {
  try {
    const { mtimeMs, size } = await file.stat();
    return `${mtimeMs}:${size}`;
  } catch (cause) {
    const { code } = cause as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw cause;
  }
}
