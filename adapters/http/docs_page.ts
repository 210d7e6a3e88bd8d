/**
 * The page that reads the OpenAPI document to a person. Everything it loads is served from here.
 *
 * @module
 */

/** The page. */
export const DOCS_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strikeline: interface</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reader"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Starts the reader. `validatorUrl: null`: it must not ask anyone else about our document. */
export const DOCS_SCRIPT = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reader",
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
