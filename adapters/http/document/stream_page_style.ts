/**
 * How the page of the stream looks.
 *
 * @module
 */
/** The style sheet: light or dark as the reader's system is, and readable on a phone. */
export const STREAM_PAGE_STYLE = `
main { max-width: 64rem; }
h1 { margin: .25rem 0 1rem; font-size: 2rem; letter-spacing: -0.02em; }
h2 { margin: 3.5rem 0 1rem; padding-top: 1.5rem; border-top: 4px dashed var(--accent);
  font-size: 1.5rem; }
h3 { margin: 2.5rem 0 .5rem; font-size: 1.15rem; overflow-wrap: anywhere; }
p, li { max-width: 46rem; }
li { margin: .35rem 0; }
.parts { background: var(--box); border-radius: .5rem; padding: .25rem 1rem; }
.parts p { max-width: none; margin: .6rem 0; }
.parts a, .parts strong { margin-right: .6rem; }
.soft { color: var(--soft); }
td .soft { font-size: .82rem; }
main a { color: var(--accent); }
code { font-family: ui-monospace, "SF Mono", Menlo, monospace; font-size: .87em;
  overflow-wrap: anywhere; }
pre { margin: 0; padding: .8rem 1rem; background: var(--box); border-radius: .5rem;
  overflow-x: auto; line-height: 1.4; }
pre code { overflow-wrap: normal; }
figure { margin: 1rem 0; }
figcaption { color: var(--soft); font-size: .9rem; margin-bottom: .25rem; }
.wide { overflow-x: auto; }
table { width: 100%; min-width: 36rem; border-collapse: collapse; table-layout: fixed;
  font-size: .94rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .75rem .45rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
th { color: var(--soft); font-weight: 500; }
th:nth-child(1) { width: 26%; } th:nth-child(2) { width: 32%; }
.tag { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8rem;
  font-weight: 500; border: 1px solid var(--line); color: var(--soft); vertical-align: .1em; }
@media (max-width: 40rem) {
  table { min-width: 0; }
  thead { display: none; }
  tr, td { display: block; }
  tr { padding: .5rem 0; border-bottom: 1px solid var(--line); }
  td { padding: .1rem 0; border-bottom: 0; } }
.tag.receive { border-color: var(--accent); color: var(--accent); }
`;
