/**
 * The leagues and competitions whose games are listed.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";
import { type Sport } from "./sport.ts";

/**
 * The squad that plays in a league. Squads of other categories are different teams even if their
 * names match: women's clubs share the men's names and may play on the same day.
 */
export type Squad = "men" | "women";

/** Facts about a league. */
export interface LeagueFacts {
  readonly name: string;
  readonly sport: Sport;
  readonly squad: Squad;
  /** Whether it is a competition of clubs or players that also play in their own league. */
  readonly isCup: boolean;
  /** False for contests between persons: neither is at home, and the name order is arbitrary. */
  readonly hasHomeSide: boolean;
  /**
   * Countries of its clubs in the table of club names, as openfootball codes. Empty if its club
   * names are not looked up there.
   */
  readonly clubCountries: ReadonlyArray<string>;
}

const facts = (
  name: string,
  sport: Sport,
  rest: Partial<LeagueFacts> = {},
): LeagueFacts => ({
  name,
  sport,
  squad: "men",
  isCup: false,
  hasHomeSide: sport !== "mma" && sport !== "tennis",
  clubCountries: [],
  ...rest,
});

/**
 * The countries whose clubs play in European cups. Excludes other continents, where clubs share
 * names: a Barcelona and two Liverpools.
 */
const EUROPE: ReadonlyArray<string> = [
  "ad al am at az ba be bg by ch cy cz de dk ee eng es fi fo fr ge gi gr hr hu ie il is it kos kz",
  "li lt lu lv mc md me mk mt nir nl no pl pt ro rs ru sco se si sk sm tr ua wal",
].flatMap((line) => line.split(" "));

const LEAGUE_BY_CODE = {
  nfl: facts("NFL", "football"),
  ncaaf: facts("NCAA Football", "football"),
  nba: facts("NBA", "basketball"),
  wnba: facts("WNBA", "basketball", { squad: "women" }),
  ncaab: facts("NCAA Men's Basketball", "basketball"),
  mlb: facts("MLB", "baseball"),
  nhl: facts("NHL", "hockey"),
  epl: facts("English Premier League", "soccer", { clubCountries: ["eng", "wal"] }),
  efl: facts("English Football League Championship", "soccer", { clubCountries: ["eng", "wal"] }),
  laliga: facts("LaLiga", "soccer", { clubCountries: ["es"] }),
  bundesliga: facts("Bundesliga", "soccer", { clubCountries: ["de"] }),
  seriea: facts("Serie A", "soccer", { clubCountries: ["it"] }),
  ligue1: facts("Ligue 1", "soccer", { clubCountries: ["fr", "mc"] }),
  mls: facts("Major League Soccer", "soccer", { clubCountries: ["us", "ca"] }),
  ligamx: facts("Liga MX", "soccer", { clubCountries: ["mx"] }),
  ucl: facts("UEFA Champions League", "soccer", { isCup: true, clubCountries: EUROPE }),
  uel: facts("UEFA Europa League", "soccer", { isCup: true, clubCountries: EUROPE }),
  worldcup: facts("FIFA World Cup", "soccer", { isCup: true }),
  wsl: facts("Women's Super League", "soccer", { squad: "women", clubCountries: ["eng", "wal"] }),
  nwsl: facts("National Women's Soccer League", "soccer", { squad: "women" }),
  ufc: facts("UFC", "mma"),
  atp: facts("ATP Tour", "tennis"),
  wta: facts("WTA Tour", "tennis", { squad: "women" }),
} as const satisfies Readonly<Record<string, LeagueFacts>>;

/** The code of a league, such as `nba`. */
export type LeagueCode = keyof typeof LEAGUE_BY_CODE;

/** Every league, in listing order. */
export const LEAGUES: ReadonlyArray<LeagueCode> = Object.keys(LEAGUE_BY_CODE) as LeagueCode[];

/** The facts about each league. */
export const LEAGUE_FACTS: Readonly<Record<LeagueCode, LeagueFacts>> = LEAGUE_BY_CODE;

const KNOWN: ReadonlySet<string> = new Set(LEAGUES);

/** Whether a text is exactly the code of a league; case matters. */
export function isLeagueCode(text: string): text is LeagueCode {
  return KNOWN.has(text);
}

/** Parses one league code, in any case. */
export function parseLeague(text: string): Result.Result<LeagueCode, RequestRejected> {
  const code = foldName(text);
  return isLeagueCode(code) ? Result.succeed(code) : Result.fail(
    new RequestRejected({
      parameter: "league",
      received: text,
      hint: `Send one of ${LEAGUES.join(", ")}`,
    }),
  );
}
