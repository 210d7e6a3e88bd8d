/**
 * A page of games of the service, copied by a reference server when it starts.
 *
 * @module
 */
import { keptHeaders } from "../copied_answer.ts";
import { GAMES_KEY } from "./games_key.ts";

/** The parts of a page. */
export interface CopiedPage {
  readonly path: string;
  /** The body, encoded: sending it costs no encoding. */
  readonly page: Blob;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests the address on the command line. */
export async function copyPage(): Promise<CopiedPage> {
  const url = Bun.argv[2] ?? "";
  const response = await fetch(url, { headers: { "x-api-key": GAMES_KEY } });
  if (!response.ok) throw new Error(`Cannot copy the page of ${url}: ${await response.text()}`);
  const page = new Blob([await response.bytes()]);
  return { path: new URL(url).pathname, page, headers: keptHeaders(response) };
}
