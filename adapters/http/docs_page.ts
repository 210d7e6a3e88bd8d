/**
 * The page that reads the OpenAPI document to a person, and says where the stream is described.
 * Everything it loads is served from here.
 *
 * @module
 */

/** For the one line above the reader, and for the time until the reader is there. */
const STYLE = `
body { margin: 0; }
.stream { max-width: 1460px; margin: 0 auto; padding: 1.25rem 20px 0; box-sizing: border-box;
  font: 14px/1.5 sans-serif; color: #3b4151; }
.stream a { color: #2f72c4; }
@media (prefers-color-scheme: dark) {
  html { background: #1c2022; }
  .stream { color: #e4e6e6; }
  .stream a { color: #51a8ff; } }
`;

/** The page. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strikeline: interface</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<style>${STYLE}</style>
</head>
<body>
<p class="stream">Requests are described below. The stream of prices, a WebSocket at
<code>/api/v1/stream</code>, is described <a href="/docs/stream">on a page of its own</a>, and as a
document in <a href="/asyncapi.json">/asyncapi.json</a>.</p>
<div id="reader"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts the reader, dark where the browser is. `validatorUrl: null`: it must not ask anyone else
 * about our document.
 */
export const DOCS_SCRIPT = `const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", follow);
follow();
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reader",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
