/** The simulated providers, with a delay added to every call of the venue. @module */
import { Option } from "effect";
import { addressOf } from "../../../adapters/polymarket/clob/signing_key.ts";
import type { DemoIdentity } from "../../../app/sandbox/demo_identity.ts";
import type { LoggedRequest } from "../../../app/simulator/kit/request_log.ts";
import { putMarkets } from "../../app/order/put_markets.ts";
import { startWorld } from "../../app/world_of_processes.ts";
import { control } from "../../simulator/kit/support.ts";

/** The delay added to every call of the venue. */
export const DELAY_MS = 20;
/** A book of this many levels on either side, each a cent from the next. */
const LEVELS = 20;
/** Enough of everything for the length of a benchmark. */
const PLENTY = "100000000";
/** Of the markets that are put: of the first protocol, without a delay. */
const MARKETS = [0, 2, 3, 4];

/** The providers as they run. */
export type Venue = Awaited<ReturnType<typeof startVenue>>;

/** Starts all of them, with markets and a wallet with plenty of their shares, then the delay. */
export async function startVenue({ seed, signingKey }: DemoIdentity) {
  const { simulators, settings } = startWorld({
    startIso: new Date().toISOString(),
    speed: 1,
    seed,
  });
  const clobUrl = simulators.urlOf("venue-orders");
  const urls = [simulators.urlOf("venue-metadata"), clobUrl];
  const put = await putMarkets(simulators);
  const markets = MARKETS.flatMap((at) => put[at] ?? [])
    .map(({ slug, tokenIds }) => ({ slug, outcome: "Up", tokenId: tokenIds.Up }));
  // Otherwise the limits of the lowest tier would be measured.
  await control(`${clobUrl}/__mode`, "PUT", { tier: "elite" });
  for (const { tokenId } of markets) await control(`${clobUrl}/__book`, "PUT", deepBook(tokenId));
  await control(`${clobUrl}/__account`, "PUT", {
    address: Option.getOrThrow(addressOf(signingKey)),
    balance: PLENTY,
    allowances: true,
    shares: Object.fromEntries(markets.map(({ tokenId }) => [tokenId, PLENTY])),
  });
  const fault = { kind: "delay", delay_ms: DELAY_MS, times: 1e9 };
  for (const url of urls) {
    for (const match of ["GET /", "POST /"]) {
      await control(`${url}/__faults`, "POST", { match, ...fault });
    }
  }
  return {
    settings,
    clobUrl,
    clobWsUrl: clobUrl.replace("http", "ws"),
    /** Plain ones, with deep books. */
    markets,
    /** Returns the requests of all clients to the venue since the last call. */
    takeLog: async () => {
      const requests: Array<LoggedRequest> = [];
      for (const url of urls) {
        const log = await control<{ requests: Array<LoggedRequest> }>(`${url}/__log`, "GET");
        requests.push(...log.body.requests);
        await control(`${url}/__log`, "DELETE");
      }
      return requests;
    },
    stop: simulators.stop,
  };
}

function deepBook(tokenId: string) {
  const steps = Array.from({ length: LEVELS }, (_, step) => step);
  return {
    token_id: tokenId,
    bids: steps.map((step) => [`0.${49 - step}`, PLENTY]).toReversed(),
    asks: steps.map((step) => [`0.${51 + step}`, PLENTY]).toReversed(),
  };
}
