/** DuckDB, where it can be loaded: it reads what is exported as its users do. @module */

/** Why what needs DuckDB is skipped; undefined where it is there. */
export const duckdbSkip = await import("@duckdb/node-api").then(
  () => undefined,
  () => "DuckDB cannot be loaded here",
);

/** Returns the rows of a query, every value as text. */
export async function queryDuckdb(
  query: string,
): Promise<ReadonlyArray<Readonly<Record<string, string | null>>>> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const reader = await connection.runAndReadAll(query);
  const rows = reader.getRowObjects().map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, value === null ? null : String(value)]),
    )
  );
  connection.closeSync();
  instance.closeSync();
  return rows;
}
