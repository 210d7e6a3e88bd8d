/**
 * Writes the Markdown of our own documents as HTML: headings, paragraphs, lists, code, strong words
 * and links. Nothing else of Markdown is read, and no markup passes.
 *
 * @module
 */

/** The blocks of a text, which empty lines part. */
export function markdownHtml(text: string): string {
  return text.split(/\n{2,}/).map((block) => block.trim()).filter((block) => block !== "")
    .map(blockHtml).join("\n");
}

/** Text within a line. */
export function inlineHtml(text: string): string {
  // Code comes first: what stands in it is shown as it is.
  return text.split("`").map((piece, at) =>
    at % 2 === 1 ? `<code>${Bun.escapeHTML(piece)}</code>` : wordsHtml(piece)
  ).join("");
}

function blockHtml(block: string): string {
  const [, marks, heading = ""] = /^(#{1,5}) +(.+)$/.exec(block) ?? [];
  if (marks !== undefined) {
    const tag = `h${marks.length}`;
    return `<${tag} id="${headingId(heading)}">${inlineHtml(heading)}</${tag}>`;
  }
  if (!block.startsWith("- ")) return `<p>${inlineHtml(block)}</p>`;
  const items = block.slice(2).split("\n- ").map((item) => `<li>${inlineHtml(item)}</li>`);
  return `<ul>\n${items.join("\n")}\n</ul>`;
}

/** What a link to a heading names it by. */
export function headingId(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

function wordsHtml(text: string): string {
  return Bun.escapeHTML(text)
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\[([^\]]+)\]\((\/(?!\/)[\w./#-]*)\)/g, `<a href="$2">$1</a>`);
}
