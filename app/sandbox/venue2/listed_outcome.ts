/**
 * Outcomes as they are traded, read from rows that may hold anything: those that were put do.
 *
 * @module
 */
import { type Description, parseDescription } from "../../../core/venue2/mod.ts";

/** What is listed: the world's rows, or some that were put. */
export interface AnyListing {
  readonly outcomes: ReadonlyArray<unknown>;
  readonly questions: ReadonlyArray<unknown>;
}

/** What is listed, and whether it is the world's or was put. */
export interface ServedListing {
  readonly listing: AnyListing;
  readonly isPut: boolean;
}

/** One outcome; what its row does not say is empty. */
export interface ListedOutcome {
  readonly outcome: number;
  readonly row: unknown;
  readonly name: string;
  readonly facts: Description;
  /** Which side comes true with the outcome: the one that is named Yes, or the first. */
  readonly yesSide: number;
  /** The question that it is a named outcome of. */
  readonly question: ListedQuestion | undefined;
}

/** A question. */
export interface ListedQuestion {
  readonly question: number;
  readonly row: unknown;
  readonly name: unknown;
  readonly description: unknown;
  readonly facts: Description;
  readonly namedOutcomes: ReadonlyArray<unknown>;
}

const read = new WeakMap<AnyListing, ReadonlyMap<number, ListedOutcome>>();

/** The outcomes of a listing by number, read once a listing. Of two with one number, the first. */
export function outcomesOf(listing: AnyListing): ReadonlyMap<number, ListedOutcome> {
  const known = read.get(listing);
  if (known !== undefined) return known;
  const questions = listing.questions.flatMap(readQuestion);
  const found = new Map<number, ListedOutcome>();
  for (const row of listing.outcomes) {
    const outcome = readOutcome(row, questions);
    if (outcome !== undefined && !found.has(outcome.outcome)) found.set(outcome.outcome, outcome);
  }
  read.set(listing, found);
  return found;
}

/** An outcome of a row; undefined for a row without a number. */
export function readOutcome(
  row: unknown,
  questions: ReadonlyArray<ListedQuestion>,
): ListedOutcome | undefined {
  const fields = fieldsOf(row);
  const outcome = fields.get("outcome");
  if (typeof outcome !== "number") return undefined;
  const sides = fields.get("sideSpecs");
  const names = Array.isArray(sides) ? sides.map((side) => fieldsOf(side).get("name")) : [];
  return {
    outcome,
    row,
    name: textOf(fields.get("name")),
    facts: parseDescription(textOf(fields.get("description"))),
    yesSide: Math.max(0, names.indexOf("Yes")),
    question: questions.find(({ namedOutcomes }) => namedOutcomes.includes(outcome)),
  };
}

/** A question of a row; nothing for a row without a number. */
export function readQuestion(row: unknown): ReadonlyArray<ListedQuestion> {
  const fields = fieldsOf(row);
  const question = fields.get("question");
  if (typeof question !== "number") return [];
  const named = fields.get("namedOutcomes");
  return [{
    question,
    row,
    name: fields.get("name"),
    description: fields.get("description"),
    facts: parseDescription(textOf(fields.get("description"))),
    namedOutcomes: Array.isArray(named) ? named : [],
  }];
}

/** The fields of an object by name; none where it is no object. */
export function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return new Map(isObject ? Object.entries(value) : []);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
