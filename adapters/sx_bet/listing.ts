/**
 * Groups the markets of SX Bet into games.
 *
 * @module
 */
import { Option, Schema } from "effect";
import type {
  LeagueCode,
  PlatformGame,
  PlatformKickoff,
  UnreadListing,
} from "../../core/game/mod.ts";
import type { LeagueListing } from "../../core/port/platform_source.ts";
import { EARLIEST_SEC, UnixSec } from "../../core/time/mod.ts";
import { SxMarket } from "./payload.ts";

/** Reason for a market in an unexpected format: the platform has changed. */
export const UNEXPECTED_FORMAT = "it has an unexpected format";

/** Reason for a fixture whose markets contradict each other. */
const DIFFERENT_SIDES = "its markets name different sides";

/** Whether an unread entry may be about any single game, not a season or several games. */
export function mayBeGame({ why }: UnreadListing): boolean {
  return why === UNEXPECTED_FORMAT || why === DIFFERENT_SIDES;
}

/** Winner of a tournament. Source: the market types in docs.sx.bet. */
const OUTRIGHT_WINNER = "274";

/** The games read from the markets of one league. */
export type MarketsListing = Omit<LeagueListing, "isComplete">;

/**
 * Groups the markets of each fixture. A fixture is one event of the platform, with all its markets:
 * winner, spreads, totals, halves.
 *
 * The first of the two teams counts as the home side. It nearly always is, although no field says
 * so: the leagues' flag `homeTeamFirst` controls the display, and has been false where the first
 * team was at home.
 */
export function readMarkets(
  league: LeagueCode,
  written: ReadonlyArray<unknown>,
): MarketsListing {
  const fixtures = new Map<string, Array<FixtureMarket>>();
  const unread = new Map<string, UnreadListing>();
  for (const one of written) {
    const read = readMarket(one);
    if ("why" in read) unread.set(read.id, read);
    else fixtures.set(read.fixture, [...fixtures.get(read.fixture) ?? [], read]);
  }
  const games: Array<PlatformGame> = [];
  for (const [fixture, markets] of fixtures) {
    const game = toGame({ league, fixture, markets });
    if ("why" in game) unread.set(game.id, game);
    else games.push(game);
  }
  return { games, unread: [...unread.values()] };
}

/** A market of a fixture with two sides. */
interface FixtureMarket {
  readonly fixture: string;
  readonly hash: string;
  readonly one: string;
  readonly two: string;
  readonly gameTime: number;
}

const decodeMarket = Schema.decodeUnknownOption(SxMarket);
const hasHash = Schema.is(Schema.Struct({ marketHash: Schema.NonEmptyString }));

function readMarket(written: unknown): FixtureMarket | UnreadListing {
  const decoded = decodeMarket(written);
  if (Option.isNone(decoded)) {
    const id = hasHash(written) ? written.marketHash : "without a name";
    return { id, title: "", why: UNEXPECTED_FORMAT };
  }
  const market = decoded.value;
  const fixture = market.sportXeventId || market.sportXEventId || "";
  const [one, two] = [market.teamOneName?.trim() ?? "", market.teamTwoName?.trim() ?? ""];
  const why = whyNoFixture({ market, fixture, one, two });
  if (why !== undefined) {
    return {
      id: fixture || market.marketHash,
      title: [one, two].filter(Boolean).join(" vs "),
      why,
    };
  }
  return { fixture, hash: market.marketHash, one, two, gameTime: market.gameTime ?? 0 };
}

function whyNoFixture(
  { market, fixture, one, two }: {
    readonly market: SxMarket;
    readonly fixture: string;
    readonly one: string;
    readonly two: string;
  },
): string | undefined {
  if ((market.legs ?? []).length > 0) return "it is a parlay";
  if (String(market.type) === OUTRIGHT_WINNER) return "it is about a tournament";
  if (one === "" || two === "" || one === two) return "it does not name two sides";
  return fixture === "" ? "it names no fixture" : undefined;
}

/** Sorts the markets first, so that the game does not depend on their order. */
function toGame(
  { league, fixture, markets: unordered }: {
    readonly league: LeagueCode;
    readonly fixture: string;
    readonly markets: ReadonlyArray<FixtureMarket>;
  },
): PlatformGame | UnreadListing {
  const markets = unordered.toSorted((a, b) => a.hash < b.hash ? -1 : 1);
  const [{ one, two }] = markets as [FixtureMarket, ...Array<FixtureMarket>];
  const title = `${one} vs ${two}`;
  if (markets.some((market) => market.one !== one || market.two !== two)) {
    return { id: fixture, title, why: DIFFERENT_SIDES };
  }
  const hashes = [...new Set(markets.map(({ hash }) => hash))];
  return {
    source: "sx_bet",
    key: fixture,
    league,
    kickoff: agreedKickoff(markets),
    home: { names: [one], codes: [] },
    away: { names: [two], codes: [] },
    isOpen: true,
    events: [{ id: fixture, title, markets: hashes }],
  };
}

/** Unknown if the markets contradict each other: some are stale after a move. */
function agreedKickoff(markets: ReadonlyArray<FixtureMarket>): PlatformKickoff {
  const [sec, another] = new Set(
    markets.map(({ gameTime }) => gameTime).filter((time) => time >= EARLIEST_SEC),
  );
  return sec === undefined || another !== undefined || !Number.isSafeInteger(sec)
    ? { kind: "unknown" }
    : { kind: "at", sec: UnixSec(sec) };
}
