/**
 * The style that all pages of the service share.
 *
 * @module
 */

/** The colours, light or dark as the reader's system is, and the type. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #14213d; --soft: #5b6478; --line: #d9dee8;
  --page: #fbfcfe; --box: #f0f3f9; --accent: #0b6e4f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ecf4; --soft: #98a2b6; --line: #2a3242; --page: #10141c; --box: #181e2a;
    --accent: #4fd1a1; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; }`;
