/**
 * The scripts and styles of the console.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect } from "effect";
import { EncodedBody } from "../edge/answer.ts";
import { Refused } from "../edge/refusal.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { CONSOLE_FILES, type ConsoleFile, type LoadConsole } from "./console_bundle.ts";

const TYPES: Readonly<Record<ConsoleFile["kind"], string>> = {
  script: "text/javascript; charset=utf-8",
  style: "text/css; charset=utf-8",
};

/** Names have a digest of the contents: what a browser has never becomes outdated. */
const KEPT_FOR_EVER = "public, max-age=31536000, immutable";

/** The route of the files. */
export function consoleFileRoute(load: LoadConsole): Route<never> {
  /** As many as there are files. */
  const bodies = new Map<string, EncodedBody>();
  const bodyOf = ({ name, text, kind }: ConsoleFile) => {
    const body = bodies.get(name) ?? new EncodedBody(text, TYPES[kind]);
    bodies.set(name, body);
    return body;
  };
  return declareRoute({
    method: "GET",
    path: `${CONSOLE_FILES}/{file}`,
    family: "plain",
    access: "unlimited",
    tag: "Console",
    summary: "A file of the console",
    description: "Scripts and styles of the console",
    parameters: [{
      name: "file",
      in: "path",
      required: true,
      schema: Type.String(),
      description: "Its name",
      example: "main.js",
    }],
    responses: { 200: { description: "The file", type: TYPES.script } },
    isHidden: true,
    isSameOrigin: true,
    isCompressed: true,
    handle: Effect.fnUntraced(function* ({ path }) {
      const { files } = yield* Effect.promise(load);
      const file = files.find(({ name }) => name === path.file);
      if (file === undefined) return yield* notFound(path.file);
      return {
        body: bodyOf(file),
        // A digest in the name, and no secret inside: nothing of it depends on who asks.
        headers: { "cache-control": KEPT_FOR_EVER, "vary": "accept-encoding" },
      };
    }),
  });
}

function notFound(name: string): Refused {
  return new Refused({
    status: 404,
    error: `Cannot find the file "${name}" of the console`,
    hint: "Load the page again: it may be of another version",
  });
}
