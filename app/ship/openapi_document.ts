/**
 * The parts of an OpenAPI document that types are made from.
 *
 * @module
 */

/** A schema, as far as it says which values there are. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly items?: Schema;
  readonly const?: unknown;
  readonly enum?: ReadonlyArray<unknown>;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly required?: ReadonlyArray<string>;
}

/** A parameter of the query, the path or a header. */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** A request that the service answers. */
export interface Operation {
  readonly summary: string;
  readonly parameters: ReadonlyArray<Parameter>;
  readonly requestBody?: Required<Content>;
  readonly responses: Readonly<Record<string, Content>>;
}

/** An OpenAPI document: operations by path and method, and the named schemas. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Reads the document of a running service. Throws if it does not answer. */
export async function readOpenApi(address: string): Promise<OpenApiDocument> {
  const response = await fetch(new URL("/openapi.json", address));
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  return await response.json() as OpenApiDocument;
}
