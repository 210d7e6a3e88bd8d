/**
 * What a route says of one parameter: enough to read it, to refuse it and to document it.
 *
 * @module
 */
import { type TSchema } from "@sinclair/typebox";

/**
 * One parameter of a route.
 *
 * `schema` documents (enum, default, format); the value itself stays text, for the parser of the
 * core that knows its meaning. `example` is what a refusal tells the caller to send. A header
 * parameter is documented only: handlers read it from the request.
 */
export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required: boolean;
  readonly schema: TSchema;
  readonly description: string;
  readonly example: string;
  /** True where an empty value means something, such as `include=`. */
  readonly mayBeEmpty?: boolean;
  /** True where a sandbox may not know the example, so that no request to try is made of it. */
  readonly isLiveExample?: boolean;
  /** True where an example request should have it, though it may be left out. */
  readonly isSuggested?: boolean;
}

/** Any list of parameters. */
export type Parameters = ReadonlyArray<Parameter>;

/** The values of declared parameters, by name: text, or undefined where one may be left out. */
export type ValuesOf<P extends Parameters, Place extends Parameter["in"]> = {
  readonly [
    Q in P[number] as Q extends { readonly in: Place } ? Q["name"] : never
  ]: Q["required"] extends true ? string : string | undefined;
};
