/**
 * Outcomes and questions in the secondary venue's format.
 *
 * @module
 */

/** A market of two sides. Replacement rows may hold further fields. */
export interface OutcomeRow {
  readonly outcome: number;
  readonly name: string;
  readonly description: string;
  readonly sideSpecs: ReadonlyArray<{ readonly name: string }>;
  readonly quoteToken?: string;
  readonly deployer?: string;
  readonly venue?: string;
  readonly deployerFeeScale?: string;
}

/** Several outcomes, one of which comes true; the fallback does if none of them can. */
export interface QuestionRow {
  readonly question: number;
  readonly name: string;
  readonly description: string;
  readonly fallbackOutcome: number;
  readonly namedOutcomes: ReadonlyArray<number>;
  readonly settledNamedOutcomes: ReadonlyArray<number>;
}

/** Everything live at one instant. */
export interface OutcomeListing {
  readonly outcomes: ReadonlyArray<OutcomeRow>;
  readonly questions: ReadonlyArray<QuestionRow>;
}

/** Writes the facts of a description sorted by name, as templates do. */
export function describeFacts(facts: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([key, value]) => `${key}:${value}`)
    .join("|");
}

/** The sides of most markets. */
export const YES_NO = [{ name: "Yes" }, { name: "No" }] as const;

/** The fields that the venue adds to a permissionless deployer's market. */
export const DEPLOYED = { quoteToken: "USDC", venue: "out", deployerFeeScale: "1.0" } as const;
