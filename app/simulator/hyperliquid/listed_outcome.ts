/**
 * Parses outcomes from rows with any content, because replacement rows are not validated.
 *
 * @module
 */
import { fieldsOf } from "../kit/json.ts";
import { type Description, parseDescription } from "../../../core/venue2/mod.ts";

/** A listing: the world's rows, or replacement rows. */
export interface AnyListing {
  readonly outcomes: ReadonlyArray<unknown>;
  readonly questions: ReadonlyArray<unknown>;
}

/** A listing, and whether it is the world's or a replacement. */
export interface ServedListing {
  readonly listing: AnyListing;
  readonly isReplaced: boolean;
}

/** One outcome; fields missing from its row are empty. */
export interface ListedOutcome {
  readonly outcome: number;
  readonly row: unknown;
  readonly name: string;
  readonly facts: Description;
  /** The side that wins if the outcome comes true: the one named Yes, or the first. */
  readonly yesSide: number;
  /** The question that lists it as a named outcome. */
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

/**
 * Returns the outcomes of a listing by number, parsed once per listing. The first of two with one
 * number counts.
 */
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

/** Parses an outcome row; undefined for a row without a number. */
function readOutcome(
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

/** Parses a question row; nothing for a row without a number. */
function readQuestion(row: unknown): ReadonlyArray<ListedQuestion> {
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

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
