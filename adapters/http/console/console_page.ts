/**
 * The page of the console. Scripts build everything in it, at every path of the console.
 *
 * @module
 */
import { Effect } from "effect";
import { EncodedBody } from "../edge/answer.ts";
import { declareRoute, type Route } from "../edge/route.ts";
import { CONSOLE_FILES, type ConsoleBundle, type LoadConsole } from "./console_bundle.ts";

const HTML = "text/html; charset=utf-8";

/** Scripts, styles, pictures and requests of this origin alone; nothing inline, in no frame. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'";

const HEADERS = {
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
  "/console/{page}",
  // Named, as a path without its last part is refused otherwise.
  "/console/market",
  "/console/market/{asset}",
  "/console/wallets",
  "/console/wallets/{walletId}",
];

/** The routes of the page. */
export function consolePageRoutes(load: LoadConsole): ReadonlyArray<Route<never>> {
  const answer = Effect.map(Effect.promise(load), (bundle) => ({
    body: new EncodedBody(pageOf(bundle), HTML),
    headers: HEADERS,
  }));
  return PATHS.map((path) =>
    declareRoute({
      method: "GET",
      path,
      family: "plain",
      access: "unlimited",
      tag: "Console",
      summary: "The console",
      description: "The console for the person who runs bots",
      // The page's scripts read the parts of the path.
      parameters: [],
      responses: { 200: { description: "The page", type: HTML } },
      isHidden: true,
      isSameOrigin: true,
      hasScriptQuery: true,
      handle: () => answer,
    })
  );
}

function pageOf({ files }: ConsoleBundle): string {
  const entries = files.filter(({ isEntry }) => isEntry);
  const styles = entries.filter(({ kind }) => kind === "style");
  const scripts = entries.filter(({ kind }) => kind === "script");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Strikeline</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${styles.map(({ name }) => `<link rel="stylesheet" href="${CONSOLE_FILES}/${name}">`).join("\n")}
${
    scripts.map(({ name }) => `<script type="module" src="${CONSOLE_FILES}/${name}"></script>`)
      .join("\n")
  }
</head>
<body><noscript>The console needs JavaScript. The guides at <a href="/docs/guide">/docs/guide</a>
do not.</noscript></body>
</html>
`;
}
