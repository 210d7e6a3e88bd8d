/**
 * Limitless's rows for one match: a group for the winner, single markets for spread and total, and
 * a group of related questions.
 *
 * @module
 */
import { LEAGUE_FACTS, type LeagueCode, type Sport } from "../../../core/game/mod.ts";
import { type Offer, type OfferKind } from "../season/season.ts";
import { hash32, streamOf, unit } from "../world/hash.ts";
import { groupRow, marketRow, type Row, type RowFacts } from "./row.ts";

/** Returns the rows of one match, all with one `eventId`. */
export function matchRows(offer: Offer, seed: number): ReadonlyArray<Row> {
  return offer.kinds.map((kind) => ROW_OF[kind](matchOf(offer, seed), kind));
}

interface Match {
  readonly offer: Offer;
  readonly seed: number;
  /** The sides as the platform names them, possibly swapped. */
  readonly home: string;
  readonly away: string;
  /** The probability that its home side wins. */
  readonly strength: number;
}

function matchOf(offer: Offer, seed: number): Match {
  const { isSwapped, homeName, awayName, game: { number } } = offer;
  return {
    offer,
    seed,
    home: isSwapped ? awayName : homeName,
    away: isSwapped ? homeName : awayName,
    strength: 0.3 + 0.4 * unit(hash32(streamOf(seed, "limitless strength"), number)),
  };
}

const ROW_OF: Readonly<Record<OfferKind, (match: Match, kind: OfferKind) => Row>> = {
  winner: (match, kind) => {
    const { home, away, strength } = match;
    const draw = sportOf(match) === "soccer" ? 0.25 : 0;
    const outcomes = [
      { title: home, yes: strength * (1 - draw) },
      ...(draw > 0 ? [{ title: "Draw", yes: draw }] : []),
      { title: away, yes: (1 - strength) * (1 - draw) },
    ];
    const facts = factsOf(match, { kind, title: `${home} vs ${away}`, marketType: "match_winner" });
    return groupRow(facts, childrenOf(facts, outcomes));
  },
  spread: (match, kind) => {
    const title = `${match.home} -${LINE[sportOf(match)].spread} vs ${match.away}`;
    return marketRow(factsOf(match, { kind, title, marketType: "spread" }), 0.48);
  },
  total: (match, kind) => {
    const title = `${match.home} vs ${match.away}: Over ${LINE[sportOf(match)].total}?`;
    return marketRow(factsOf(match, { kind, title, marketType: "total" }), 0.51);
  },
  props: (match, kind) => {
    const title = `${match.home} vs ${match.away}: who scores first?`;
    const facts = factsOf(match, { kind, title, marketType: "first_to_score" });
    const { home, away, strength } = match;
    const outcomes = [{ title: home, yes: strength }, { title: away, yes: 1 - strength }];
    return groupRow(facts, childrenOf(facts, outcomes));
  },
};

const LINE: Readonly<Record<Sport, { readonly spread: number; readonly total: number }>> = {
  football: { spread: 3.5, total: 44.5 },
  basketball: { spread: 4.5, total: 221.5 },
  baseball: { spread: 1.5, total: 8.5 },
  hockey: { spread: 1.5, total: 5.5 },
  soccer: { spread: 1.5, total: 2.5 },
  mma: { spread: 1.5, total: 2.5 },
  tennis: { spread: 3.5, total: 22.5 },
};

function sportOf({ offer }: Match): Sport {
  return LEAGUE_FACTS[offer.game.league].sport;
}

/** Ids reserved for a row and its children; no match needs more. */
const IDS_A_ROW = 8;
const KINDS: ReadonlyArray<OfferKind> = ["winner", "spread", "total", "props"];
/** Trading continues well past the match. */
const EXPIRES_AFTER_SEC = 4 * 3600;
/** Without a known kickoff, a match expires after every match of the week is over. */
const EXPIRES_UNKNOWN_SEC = 7 * 86_400;

function factsOf(
  match: Match,
  { kind, title, marketType }: {
    readonly kind: OfferKind;
    readonly title: string;
    readonly marketType: string;
  },
): RowFacts {
  const { offer, seed, home, away } = match;
  const { number, league } = offer.game;
  const { leagueName, categories, tags } = wordsOf(league);
  const startSec = offer.lacksKickoff ? null : offer.kickoffSec;
  const rowNumber = number * KINDS.length + KINDS.indexOf(kind);
  return {
    seed,
    id: (rowNumber + 1) * IDS_A_ROW,
    slug: `${slugOf(title)}-${offer.listedSec * 1000 + number % 1000}`,
    title,
    createdSec: offer.listedSec,
    expiresSec: startSec === null
      ? offer.listedSec + EXPIRES_UNKNOWN_SEC
      : startSec + EXPIRES_AFTER_SEC,
    automationType: "sports",
    categories,
    tags,
    metadata: {
      eventId: String(number * 7 + 11_000_003),
      homeTeam: home,
      awayTeam: away,
      sportType: LEAGUE_FACTS[league].sport === "soccer" ? "football" : LEAGUE_FACTS[league].sport,
      ...(leagueName === undefined ? {} : { leagueName }),
      marketType,
      type: marketType === "match_winner" ? "negrisk" : null,
      startMatchTimestampInUTC: startSec,
    },
  };
}

function childrenOf(
  facts: RowFacts,
  outcomes: ReadonlyArray<{ readonly title: string; readonly yes: number }>,
) {
  const [, createdMs] = /-(\d+)$/.exec(facts.slug) ?? [];
  return outcomes.map(({ title, yes }, at) => ({
    id: facts.id + at + 1,
    slug: `${slugOf(title)}-${createdMs}${facts.id + at + 1}`,
    title,
    yes,
  }));
}

const SOCCER_NAME: ReadonlyMap<LeagueCode, string> = new Map([
  ["epl", "Premier League"],
  ["efl", "Championship"],
  ["laliga", "La Liga"],
  ["seriea", "Serie A"],
  ["ligue1", "Ligue 1"],
  ["mls", "MLS"],
]);

/** Football names its league in the metadata; the other sports have a category for it. */
function wordsOf(league: LeagueCode) {
  const { sport, name } = LEAGUE_FACTS[league];
  if (sport !== "soccer") {
    return {
      leagueName: undefined,
      categories: ["Sports", league.toUpperCase()],
      tags: ["Sports"],
    };
  }
  return {
    leagueName: SOCCER_NAME.get(league) ?? name,
    categories: ["Football Matches"],
    tags: ["Football"],
  };
}

function slugOf(text: string): string {
  const plain = text.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return plain.replace(/^-|-$/g, "");
}
