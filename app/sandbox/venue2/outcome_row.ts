/**
 * Outcomes and questions as the secondary venue writes them.
 *
 * @module
 */

/** A market of two sides. Rows that were put may hold anything besides. */
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

/** Several outcomes of which one comes true; the fallback does where none of them can. */
export interface QuestionRow {
  readonly question: number;
  readonly name: string;
  readonly description: string;
  readonly fallbackOutcome: number;
  readonly namedOutcomes: ReadonlyArray<number>;
  readonly settledNamedOutcomes: ReadonlyArray<number>;
}

/** All that is live at one instant. */
export interface OutcomeListing {
  readonly outcomes: ReadonlyArray<OutcomeRow>;
  readonly questions: ReadonlyArray<QuestionRow>;
}

/** The facts of a description in the order of their names, as templates have them. */
export function describeFacts(facts: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => a < b ? -1 : 1)
    .map(([key, value]) => `${key}:${value}`)
    .join("|");
}

/** The sides of most markets. */
export const YES_NO = [{ name: "Yes" }, { name: "No" }] as const;

/** What the venue adds to a market of a permissionless deployer. */
export const DEPLOYED = { quoteToken: "USDC", venue: "out", deployerFeeScale: "1.0" } as const;
