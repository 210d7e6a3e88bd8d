/**
 * The OpenAPI document of a running service, as what requests are made from and answers held to.
 *
 * @module
 */
import Ajv, { type ValidateFunction } from "ajv";
import { partsInPlace } from "../../../app/ship/openapi_document.ts";

/** A parameter of an operation. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly schema: {
    readonly type?: string;
    readonly enum?: ReadonlyArray<string | number>;
    readonly minimum?: number;
    readonly maximum?: number;
    readonly format?: string;
  };
  readonly example?: string | number;
}

/** A method of a path. */
export interface DocumentedOperation {
  readonly method: string;
  readonly template: string;
  readonly parameters: ReadonlyArray<DocumentedParameter>;
  readonly needsKey: boolean;
  /** An example of the body, where it takes one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** What the JSON body of each status looks like; undefined: it has none. */
  readonly answers: ReadonlyMap<number, ValidateFunction | undefined>;
  /** The media types of its answers. */
  readonly types: ReadonlySet<string>;
}

interface RawOperation {
  readonly parameters: ReadonlyArray<DocumentedParameter>;
  readonly security?: ReadonlyArray<unknown>;
  readonly requestBody?: {
    readonly content: {
      readonly "application/json": { readonly example: Record<string, unknown> };
    };
  };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>> }>
  >;
}

/** The parts of `/openapi.json` that are read here. */
export interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

/** All that a service documents. */
export class DocumentedService {
  readonly operations: ReadonlyArray<DocumentedOperation>;
  readonly #byPath: ReadonlyMap<string, ReadonlyArray<DocumentedOperation>>;

  /** Takes what `/openapi.json` answers. */
  constructor(raw: RawDocument) {
    const document = partsInPlace(raw);
    const ajv = new Ajv({ strict: false, allErrors: false });
    ajv.addFormat("date-time", (text: string) => new Date(text).toJSON() === text);
    ajv.addFormat("date", /^\d{4}-\d\d-\d\d$/);
    ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
    ajv.addFormat("uri", (text: string) => URL.canParse(text));
    ajv.addFormat("email", /@/);
    ajv.addSchema(document, "openapi");
    this.operations = Object.entries(document.paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, raw]) => operationOf(ajv, { template, method, raw }))
    );
    const byPath = Map.groupBy(this.operations, ({ template }) => template);
    // A path of words alone goes before one that takes a value in their place.
    this.#byPath = new Map(
      [...byPath].sort(([one], [other]) => sortKey(one) < sortKey(other) ? -1 : 1),
    );
  }

  /** The operations at a path as it was sent; none where no template fits. */
  at(path: string): ReadonlyArray<DocumentedOperation> {
    const given = path.split("/");
    for (const [template, operations] of this.#byPath) {
      const wanted = template.split("/");
      const isLike = wanted.every((part, at) =>
        part.startsWith("{")
          ? (given[at] ?? "") !== "" || at === wanted.length - 1
          : part === given[at]
      );
      if (isLike && given.length <= wanted.length) return operations;
    }
    return [];
  }
}

function sortKey(template: string): string {
  return template.replaceAll("{", "\uffff");
}

function operationOf(
  ajv: Ajv,
  { template, method, raw }: {
    readonly template: string;
    readonly method: string;
    readonly raw: RawOperation;
  },
): DocumentedOperation {
  const escaped = encodeURIComponent(template.replaceAll("~", "~0").replaceAll("/", "~1"));
  const answers = Object.entries(raw.responses).map(([status, { content = {} }]) => {
    const $ref =
      `openapi#/paths/${escaped}/${method}/responses/${status}/content/application~1json/schema`;
    const check = "application/json" in content ? ajv.compile({ $ref }) : undefined;
    return [Number(status), check] as const;
  });
  return {
    method: method.toUpperCase(),
    template,
    parameters: raw.parameters,
    needsKey: raw.security !== undefined,
    body: raw.requestBody?.content["application/json"].example,
    answers: new Map(answers),
    types: new Set(
      Object.values(raw.responses).flatMap(({ content = {} }) => Object.keys(content)),
    ),
  };
}
