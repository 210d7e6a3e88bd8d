/**
 * Gives the reader a text as a file.
 *
 * @module
 */

/** Saves it where the browser keeps what was downloaded. `type`: its media type. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
