/**
 * Kalshi's series: the same kind of events for one game after another.
 *
 * @module
 */
import { Result } from "effect";
import { LEAGUE_FACTS } from "../../../core/game/mod.ts";
import { NOT_FOUND } from "./failure.ts";
import { FORMED_LEAGUES, formOf, seriesSuffix } from "./league_form.ts";
import { type Parsed, readText } from "./query_reader.ts";
import { type WireRow } from "./wire_text.ts";

const KINDS = ["winner", "spread", "total", "props"] as const;

/** One series per simulated league and kind of event. */
const SERIES: ReadonlyMap<string, WireRow> = new Map(
  FORMED_LEAGUES.flatMap((league) =>
    KINDS.map((kind) => {
      const suffix = seriesSuffix(kind, LEAGUE_FACTS[league].sport);
      const form = formOf(league);
      const ticker = `${form?.stem}${suffix}`;
      return [ticker, {
        ticker,
        frequency: "custom",
        title: `${form?.competition} ${suffix.toLowerCase()}`,
        category: "Sports",
        tags: [form?.competition],
        settlement_sources: [],
        contract_url: "",
        contract_terms_url: "",
        fee_type: "quadratic",
        fee_multiplier: 1,
        additional_prohibitions: [],
      }] as const;
    })
  ),
);

/** Answers `GET /series`. */
export function listSeries(query: URLSearchParams): Parsed<WireRow> {
  const category = readText(query, "category");
  const tags = readText(query, "tags")?.split(",");
  const series = [...SERIES.values()].filter((row) =>
    (category === undefined || row["category"] === category) &&
    (tags === undefined || tags.some((tag) => String(row["tags"]) === tag))
  );
  return Result.succeed({ series });
}

/** Answers `GET /series/{series_ticker}`. */
export function oneSeries(ticker: string): Parsed<WireRow> {
  const series = SERIES.get(ticker);
  return series === undefined ? Result.fail(NOT_FOUND) : Result.succeed({ series });
}
