/**
 * The page of the console, and its scripts and styles. Scripts build everything in the page, at
 * every path of the console.
 *
 * @module
 */
import { Effect } from "effect";
import { Elysia, t } from "elysia";
import { EncodedBody } from "../edge/answer/answer.ts";
import { answers } from "../edge/answer/answers.ts";
import { edge } from "../edge/edge.ts";
import type { Gate } from "../edge/gate.ts";
import { otherMethods } from "../edge/other_methods.ts";
import { Refused } from "../edge/answer/refusal.ts";
import { strict } from "../wire/kind.ts";
import { Text } from "../wire/text.ts";
import { CONSOLE_FILES, type ConsoleBundle, type ConsoleFile } from "./console_bundle.ts";
import { ByFile } from "./wire_console.ts";

const HTML = "text/html; charset=utf-8";

/** Scripts, styles, pictures and requests of this origin alone; nothing inline, in no frame. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'";

const PAGE_HEADERS = {
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  // It names the files of this version.
  "cache-control": "no-cache",
};

/** The paths at which the page is; the page itself says where it knows none. */
const PATHS = [
  "/console",
  "/console/",
  "/console/:page",
  // Named, as a path without its last part is refused otherwise.
  "/console/market",
  "/console/market/:asset",
  "/console/wallets",
  "/console/wallets/:walletId",
  "/console/positions",
  "/console/positions/:walletId",
] as const;

const TYPES: Readonly<Record<ConsoleFile["kind"], string>> = {
  script: "text/javascript; charset=utf-8",
  style: "text/css; charset=utf-8",
};

/** A digest in the name, and no secret inside: what a browser has never becomes outdated. */
const FILE_HEADERS = {
  "cache-control": "public, max-age=31536000, immutable",
  "vary": "accept-encoding",
};

/** The routes. `bundle` is called when the first browser asks: most services have none. */
export function pages<Ports>(gate: Gate<Ports>, bundle: () => Promise<ConsoleBundle>) {
  const load = loadOnce(bundle);
  const page = Effect.map(load, (files) => ({
    body: new EncodedBody(pageOf(files), HTML).as<string>(),
    headers: PAGE_HEADERS,
  }));
  /** As many as there are files. */
  const bodies = new Map<string, EncodedBody>();
  const fileOf = Effect.fnUntraced(function* (name: string) {
    const file = (yield* load).find((one) => one.name === name);
    if (file === undefined) return yield* notFound(name);
    const body = bodies.get(name) ?? new EncodedBody(file.text, TYPES[file.kind]);
    bodies.set(name, body);
    return { body: body.as<string>(), headers: FILE_HEADERS };
  });
  const app = new Elysia({ name: "console_pages" })
    .use(edge(gate, "plain"))
    .get(`${CONSOLE_FILES}/:file`, ({ params, answer }) => answer(fileOf(params.file)), {
      access: "unlimited",
      isHidden: true,
      isSameOrigin: true,
      isCompressed: true,
      params: ByFile,
      response: answers("plain", { 200: t.String() }),
    });
  for (const path of PATHS) {
    app.get(path, ({ answer }) => answer(page), {
      access: "unlimited",
      isHidden: true,
      isSameOrigin: true,
      hasScriptQuery: true,
      response: answers("plain", { 200: t.String() }),
      // The page's scripts read the parts of the path.
      params: strict(
        Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name]) => [name, Text()])),
      ),
    });
  }
  return app.use(otherMethods);
}

/** A bundle that failed is not kept: the next browser tries again. */
function loadOnce(bundle: () => Promise<ConsoleBundle>) {
  let bundling: Promise<ConsoleBundle> | undefined;
  return Effect.promise(async () => {
    bundling ??= bundle().catch((error) => {
      bundling = undefined;
      throw error;
    });
    return (await bundling).files;
  });
}

function notFound(name: string): Refused {
  return new Refused({
    status: 404,
    error: `Cannot find the file "${name}" of the console`,
    hint: "Load the page again: it may be of another version",
  });
}

function pageOf(files: ConsoleBundle["files"]): string {
  const entries = files.filter(({ isEntry }) => isEntry);
  const named = (kind: ConsoleFile["kind"]) => entries.filter((entry) => entry.kind === kind);
  const styles = named("style")
    .map(({ name }) => `<link rel="stylesheet" href="${CONSOLE_FILES}/${name}">`);
  const scripts = named("script")
    .map(({ name }) => `<script type="module" src="${CONSOLE_FILES}/${name}"></script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Strikeline</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${styles.join("\n")}
${scripts.join("\n")}
</head>
<body><noscript>The console needs JavaScript. The guides at <a href="/docs/guide">/docs/guide</a>
do not.</noscript></body>
</html>
`;
}
