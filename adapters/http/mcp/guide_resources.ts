/**
 * The guides as resources: the rules behind what tools answer, for a program to read.
 *
 * @module
 */
import { type Guide, GUIDES } from "../document/guides.ts";

const MARKDOWN = "text/markdown";

/** How resources are listed. */
export const GUIDE_RESOURCES = GUIDES.map((guide) => ({
  uri: uriOf(guide.name),
  name: guide.name,
  title: guide.title,
  description: guide.summary,
  mimeType: MARKDOWN,
  size: Buffer.byteLength(textOf(guide)),
}));

const CONTENTS = new Map(
  GUIDES.map((guide) => {
    const uri = uriOf(guide.name);
    return [uri, { uri, mimeType: MARKDOWN, text: textOf(guide) }];
  }),
);

/** Returns what is read at a URI; undefined if there is no such resource. */
export function readGuide(uri: string) {
  return CONTENTS.get(uri);
}

function uriOf(name: string): string {
  return `strikeline://guide/${name}`;
}

/** The text of a guide. Its links to other guides lead to their resources. */
function textOf({ markdown }: Guide): string {
  return markdown.replace(/\]\((\w+)\.md(?:#[\w-]*)?\)/g, (_, name: string) => `](${uriOf(name)})`);
}
