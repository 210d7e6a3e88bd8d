/**
 * The declaration of one parameter: enough to read it, refuse it and document it.
 *
 * @module
 */
import { OptionalKind, type TObject, type TSchema } from "@sinclair/typebox";
import { shownOf } from "../../wire/kind.ts";
import { type LiveExampleName } from "./live_example.ts";

/**
 * One parameter of a route.
 *
 * `schema` is the declared kind of the value, which reads it. `example` appears in the hint of a
 * refusal. A header parameter is only documented: handlers read it from the request.
 */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly schema: TSchema;
  readonly description: string;
  readonly example: string;
  /** True if an empty value is allowed, such as `include=`. */
  readonly mayBeEmpty?: boolean;
  /** What a sandbox shows in place of the written example, which it may not know. */
  readonly liveExample?: LiveExampleName;
  /** True if example requests should include it, though it is optional. */
  readonly isSuggested?: boolean;
}

/** Any list of parameters. */
export type Parameters = ReadonlyArray<Parameter>;

/** Returns the parameters that a schema declares. */
export function parametersOf(place: Parameter["in"], schema: TObject | undefined): Parameters {
  return Object.entries(schema?.properties ?? {}).map(([name, declared]) => {
    const { description = "", examples, ...schema } = declared;
    const { spelling, ...shown } = shownOf(declared);
    return {
      name,
      in: place,
      required: !(OptionalKind in declared),
      schema: (spelling === undefined ? schema : { ...schema, description: spelling }) as TSchema,
      description,
      example: String(examples?.[0]),
      ...shown,
    };
  });
}
