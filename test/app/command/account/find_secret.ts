/** Searches files for a secret in every encoding. @module */
import { Glob } from "bun";

/** The bytes themselves, and as text: hex in either case, base64 in either alphabet. */
export function spellingsOf(secret: Uint8Array): ReadonlyArray<Buffer> {
  const bytes = Buffer.from(secret);
  const texts = (["hex", "base64", "base64url"] as const).map((form) => bytes.toString(form));
  return [
    bytes,
    ...[...texts, bytes.toString("hex").toUpperCase()].map((text) => Buffer.from(text)),
  ];
}

/** The files of a folder in which it is. */
export async function findSecret(
  folder: string,
  secret: Uint8Array,
): Promise<ReadonlyArray<string>> {
  const spellings = spellingsOf(secret);
  const found: string[] = [];
  for await (const path of new Glob("**/*").scan({ cwd: folder, dot: true })) {
    const bytes = Buffer.from(await Bun.file(`${folder}/${path}`).arrayBuffer());
    if (spellings.some((spelling) => bytes.includes(spelling))) found.push(path);
  }
  return found;
}
