/**
 * What a sandbox adds to its documents: the demo key, commands to paste, and examples that work.
 *
 * @module
 */
import type {
  LiveExampleName,
  LiveExamples,
} from "../../adapters/http/edge/request/live_example.ts";
import type { SandboxHelp } from "../../adapters/http/service/start_page.ts";
import type { VenueProfile } from "../../core/market/mod.ts";
import { type SandboxClock } from "../simulator/kit/clock.ts";
import { type Simulators } from "../simulator/start_simulators.ts";
import { exampleSlug } from "./example_window.ts";
import { firstCommands } from "./greeting.ts";
import { type DemoAccount } from "./open_demo_account.ts";

/** What the help is made of. `urlOf` gives the service's address, empty while it starts. */
export interface SandboxHelpParts {
  readonly urlOf: () => string;
  readonly demo: Pick<DemoAccount, "apiKey" | "walletId">;
  readonly profile: VenueProfile;
  readonly clock: SandboxClock;
  readonly simulators: Simulators;
}

/** Examples are kept for so long, in machine time, however often the document is read. */
const FRESH_MS = 5_000;

/** Makes it. */
export function makeSandboxHelp(parts: SandboxHelpParts): SandboxHelp {
  const { urlOf, demo, profile, clock } = parts;
  let asked: { readonly atMs: number; readonly examples: Promise<LiveExamples> } | undefined;
  return {
    introduction: () => {
      const url = urlOf();
      if (url === "") return undefined;
      return {
        apiKey: demo.apiKey,
        nowIso: new Date(clock.nowMs()).toISOString(),
        speed: clock.speed,
        commands: firstCommands({ url, demo, profile, clock }),
      };
    },
    liveExamples: () => {
      const atMs = performance.now();
      if (asked === undefined || atMs - asked.atMs > FRESH_MS) {
        asked = { atMs, examples: liveExamples(parts) };
      }
      return asked.examples;
    },
  };
}

/** What cannot be found out is left out: the document then has its written example. */
async function liveExamples(
  { urlOf, demo, profile, clock, simulators }: SandboxHelpParts,
): Promise<LiveExamples> {
  const slug = exampleSlug(profile, clock);
  const metadata = simulators.urlOf("venue-metadata");
  const headers = { "x-api-key": demo.apiKey };
  const [market, outcomes] = await Promise.all([
    getJson<Market>(`${metadata}/markets/slug/${slug}`),
    getJson<OutcomeMarkets>(`${urlOf()}/api/v1/venue2/targets/active`, headers),
  ]);
  const [tokenId] = JSON.parse(market?.clobTokenIds ?? "[]") as ReadonlyArray<string>;
  const known: ReadonlyArray<readonly [LiveExampleName, string | undefined]> = [
    ["walletId", demo.walletId],
    ["marketSlug", slug],
    ["conditionId", market?.conditionId],
    ["eventId", market?.events?.[0]?.id],
    ["tokenId", tokenId],
    ["outcomeMarketSlug", outcomes?.results[0]?.yesSlug],
  ];
  return new Map(
    known.flatMap(([name, value]) => value === undefined ? [] : [[name, value] as const]),
  );
}

/** Fields of a market as the simulated venue lists it. */
interface Market {
  readonly conditionId?: string;
  /** JSON in a string. */
  readonly clobTokenIds?: string;
  readonly events?: ReadonlyArray<{ readonly id?: string }>;
}

interface OutcomeMarkets {
  readonly results: ReadonlyArray<{ readonly yesSlug: string }>;
}

async function getJson<A>(url: string, headers = {}): Promise<A | undefined> {
  try {
    const response = await fetch(url, { headers });
    return response.ok ? await response.json() as A : undefined;
  } catch {
    return undefined;
  }
}
