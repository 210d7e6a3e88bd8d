/**
 * The guides as resources: the rules behind what tools answer, for a program to read.
 *
 * @module
 */
import { type Guide, GUIDES, writtenGuide } from "../document/guides.ts";
import type { OwnCommand } from "../edge/answer/hint.ts";

const MARKDOWN = "text/markdown";

/** Returns how resources are listed, and what is read at the URI of each. */
export function guideResources(ownCommand: OwnCommand) {
  const guides = GUIDES.map((guide) => {
    const text = textOf(writtenGuide(guide, ownCommand));
    return { ...guide, uri: uriOf(guide.name), text };
  });
  return {
    listed: guides.map(({ uri, name, title, summary, text }) => ({
      uri,
      name,
      title,
      description: summary,
      mimeType: MARKDOWN,
      size: Buffer.byteLength(text),
    })),
    contents: new Map(
      guides.map(({ uri, text }) => [uri, { uri, mimeType: MARKDOWN, text }] as const),
    ),
  };
}

function uriOf(name: string): string {
  return `strikeline://guide/${name}`;
}

/** The text of a guide. Its links to other guides lead to their resources. */
function textOf({ markdown }: Guide): string {
  return markdown.replace(/\]\((\w+)\.md(?:#[\w-]*)?\)/g, (_, name: string) => `](${uriOf(name)})`);
}
