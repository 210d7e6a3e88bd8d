/**
 * The parts of the service's documents that types are made from.
 *
 * @module
 */

/** A schema, as far as it says which values there are. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | ReadonlyArray<string>;
  readonly format?: string;
  readonly description?: string;
  readonly anyOf?: ReadonlyArray<Schema>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
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

/** An OpenAPI document: operations by path and method, and what is named. */
export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** An AsyncAPI document: the messages of the stream, and the named schemas. */
export interface AsyncApiDocument {
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly messages: Readonly<
      Record<string, { readonly summary?: string; readonly payload: Schema }>
    >;
  };
}

/** Returns the schema of the answer to a request that succeeds. */
export function answerOf({ responses }: Operation): Schema {
  return responses["200"]?.content?.["application/json"]?.schema ?? {};
}

/** Returns an OpenAPI document with shared parameters and answers where they are referred to. */
export function partsInPlace<Document>(document: Document): Document {
  const { components: { parameters, responses } } = document as SharedParts;
  const shared = new Map<string, object>([
    ...referredTo("parameters", parameters),
    ...referredTo("responses", responses),
  ]);
  return JSON.parse(JSON.stringify(document), (_, value: { readonly $ref?: string } | null) => {
    const { $ref = "", ...beside } = value ?? {};
    const part = shared.get($ref);
    return part === undefined ? value : { ...part, ...beside };
  }) as Document;
}

interface SharedParts {
  readonly components: {
    readonly parameters?: Readonly<Record<string, object>>;
    readonly responses?: Readonly<Record<string, object>>;
  };
}

function referredTo(kind: string, parts: Readonly<Record<string, object>> = {}) {
  return Object.entries(parts).map(([name, part]) =>
    [`#/components/${kind}/${name}`, part] as const
  );
}

/** Reads the document of a running service's requests. Throws if it does not answer. */
export async function readOpenApi(address: string): Promise<OpenApiDocument> {
  return partsInPlace(await readDocument(address, "/openapi.json") as OpenApiDocument);
}

/** Reads the document of a running service's stream. Throws if it does not answer. */
export async function readAsyncApi(address: string): Promise<AsyncApiDocument> {
  return await readDocument(address, "/asyncapi.json") as AsyncApiDocument;
}

async function readDocument(address: string, path: string): Promise<unknown> {
  const response = await fetch(new URL(path, address));
  if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
  return await response.json();
}
