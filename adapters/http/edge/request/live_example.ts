/**
 * Examples that only a running service knows, such as the id of a wallet that exists.
 *
 * @module
 */

import type { LiveExampleName } from "../../wire/kind.ts";

export type { LiveExampleName };

/** Values that work in a request now. A name without a value keeps the written example. */
export type LiveExamples = ReadonlyMap<LiveExampleName, string>;
