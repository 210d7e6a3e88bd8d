/**
 * The simulated secondary venue: outcome markets and their prices over `POST /info` and the
 * WebSocket at `/ws`, and the site's pages on which the markets are traded.
 *
 * @module
 */
import { Result } from "effect";
import { type Answer } from "../kit/answer.ts";
import { type SandboxClock } from "../kit/clock.ts";
import { parseJson } from "../kit/json.ts";
import { makeFixedWindow } from "../kit/rate_limit.ts";
import { type SimulatedProvider, type SimulatorRequest } from "../kit/simulator.ts";
import {
  failureOfStatus,
  NO_JSON,
  NO_JSON_TYPE,
  NO_POST,
  UNKNOWN_PATH,
  UNKNOWN_TYPE,
  WEIGHT_USED_UP,
} from "./failure.ts";
import { answerInfo, INFO_CALLS, makeInfoState } from "./info_calls.ts";
import { makeListingControl } from "./listing_control.ts";
import { makeMidsControl } from "./mids_control.ts";
import { makeSettledControl } from "./settled_control.ts";
import { TOPICS } from "./socket_message.ts";
import { makeSocketUpgrade } from "./socket_upgrade.ts";
import { makeTradePage } from "./trade_page.ts";
import { type Venue2World } from "./world_listing.ts";

/** Per client address. Source: the venue's documentation, "rate limits and user limits". */
const WEIGHT_PER_MINUTE = 1_200;

/** All that it serves: types of `POST /info`, subscriptions of the socket, and pages. */
export const ENDPOINTS: ReadonlyArray<string> = [
  ...[...INFO_CALLS.keys()].map((type) => `POST /info ${type}`),
  ...TOPICS.map((topic) => `SOCKET /ws ${topic}`),
  "GET /trade/*",
];

/** Makes the simulator. */
export function makeHyperliquidSimulator(
  { clock, ...parts }: Venue2World & { readonly clock: SandboxClock },
): SimulatedProvider {
  const limit = makeFixedWindow(WEIGHT_PER_MINUTE, 60_000);
  const state = makeInfoState(parts);
  const { listings, prices } = state;
  const tradePage = makeTradePage({ world: parts.world, state });
  const ask = (client: string, body: unknown): Answer => {
    const answer = answerInfo(state, body, clock.nowMs());
    if (answer === undefined) return UNKNOWN_TYPE;
    const waitMs = limit.take(client, clock.nowMs(), answer.weight);
    return waitMs === undefined ? { status: 200, body: answer.data } : WEIGHT_USED_UP;
  };
  return {
    name: "venue2",
    controls: new Map([
      ["PUT /__listing", makeListingControl(listings.put)],
      ["PUT /__mids", makeMidsControl(prices.put)],
      [
        "PUT /__settled",
        makeSettledControl((outcome, result) =>
          Result.map(listings.settle(outcome, result, clock.nowMs()), () => prices.drop(outcome))
        ),
      ],
    ]),
    failure: failureOfStatus,
    upgrade: makeSocketUpgrade({ clock, state }),
    answer(request): Answer {
      const page = request.method === "GET" ? tradePage(request.path, clock.nowMs()) : undefined;
      if (page !== undefined) return page;
      const refusal = refusalOf(request);
      if (refusal !== undefined) return refusal;
      const body = parseJson(request.body);
      return body === undefined ? NO_JSON : ask(request.client, body);
    },
  };
}

function refusalOf({ method, path, headers }: SimulatorRequest): Answer | undefined {
  if (path !== "/info") return UNKNOWN_PATH;
  if (method !== "POST") return NO_POST;
  const type = headers.get("content-type") ?? "";
  return /^application\/json\s*(;|$)/i.test(type) ? undefined : NO_JSON_TYPE;
}
