/**
 * What the server says of a statement that it has run.
 *
 * @module
 */
import { Effect } from "effect";
import type { Queries, SqlParameter } from "../../../adapters/postgres/sql.ts";

/** A step of a plan, with what it read. */
export interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  /** Blocks that it and the steps in it read, found in memory or not. */
  readonly "Shared Hit Blocks": number;
  readonly "Shared Read Blocks": number;
  readonly Plans?: ReadonlyArray<PlanNode>;
}

/** Runs a statement, and returns how. */
export function explainedPlan(
  sql: Pick<Queries, "query">,
  text: string,
  parameters: ReadonlyArray<SqlParameter>,
) {
  const explained = `explain (analyze, buffers, format json) ${text}`;
  return Effect.map(sql.query(explained, parameters), ([row]) => {
    const written = row?.["QUERY PLAN"];
    const [{ Plan }] = (typeof written === "string" ? JSON.parse(written) : written) as [
      { readonly Plan: PlanNode },
    ];
    return Plan;
  });
}
