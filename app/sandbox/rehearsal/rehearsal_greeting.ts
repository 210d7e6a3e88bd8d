/**
 * What a replay says when it is ready: where it answers, and what its clock waits for.
 *
 * @module
 */
import type { Rehearsal } from "./start_rehearsal.ts";

/** The lines. */
export function rehearsalGreeting(
  { url, apiKey, walletId, fromMs, untilMs }: Pick<
    Rehearsal,
    "url" | "apiKey" | "walletId" | "fromMs" | "untilMs"
  >,
): string {
  const [from, to] = [fromMs, untilMs].map((ms) => new Date(ms).toISOString());
  return `
Strikeline replay: every price here was recorded.

  service    ${url}
  stream     ${url.replace("http", "ws")}/api/v1/stream
  documents  ${url}/docs
  API key    ${apiKey}
  wallet     ${walletId}
  clock      stands at ${from} until the first subscription or order
  end        ${to}
`;
}
