/**
 * The introduction of the OpenAPI document.
 *
 * @module
 */
import { guidePath, GUIDES } from "./guides.ts";

/** What this is, how to get a key, and where the rules are. In Markdown. */
export function documentText(): string {
  const guides = GUIDES.map(({ name, title }) => `[${title}](${guidePath(name)})`);
  return `Target prices of prediction-market windows and their history, fees, market orders that are
placed at most once, sports games and the platforms that list them, and outcome markets of a
secondary venue.

Requests with a lock take an API key in the header \`x-api-key\` or as
\`Authorization: Bearer <key>\`. The operator makes one with \`bun run account add <email>\` and
\`bun run account key <email>\`; a sandbox prints one when it starts.

The guides have every rule and its reason: ${guides.join(", ")}.

Targets, averages and games are also pushed over a WebSocket, which
[/docs/stream](/docs/stream) and [/asyncapi.json](/asyncapi.json) describe.`;
}
