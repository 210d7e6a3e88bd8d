/**
 * Markets for processes to trade, put into the simulators, with books as deep as a test needs.
 *
 * @module
 */
import { control } from "../../simulator/kit/support.ts";
import type { LevelText } from "../../simulator/polymarket/clob/trader.ts";
import type { Simulators } from "../../../app/simulator/start_simulators.ts";

/** A market that can be traded by its slug, as `Up` or `Down`. */
export interface PutMarket {
  readonly slug: string;
  /** `0x` and 64 hex digits. */
  readonly conditionId: string;
  /** By outcome. */
  readonly tokenIds: { readonly Up: string; readonly Down: string };
}

type Levels = Readonly<Record<"bids" | "asks", ReadonlyArray<LevelText>>>;

/** More than all orders of a test can take. */
const DEEP: Levels = {
  bids: [["0.43", "4000"], ["0.46", "900"], ["0.48", "30"]],
  asks: [["0.58", "4000"], ["0.54", "900"], ["0.51", "30"]],
};
/** Gone after a few orders. */
const THIN: Levels = {
  bids: [["0.30", "25"], ["0.47", "12"]],
  asks: [["0.60", "25"], ["0.52", "12"]],
};

const V2 = { version: "v2" } as const;

/** One that holds orders back for a second, one of the other exchange, one that runs dry. */
const KINDS: ReadonlyArray<readonly [fields: Readonly<Record<string, unknown>>, Levels]> = [
  [{}, DEEP],
  [{ secondsDelay: 1 }, DEEP],
  [{ negRisk: true }, DEEP],
  [{}, THIN],
  [{ orderPriceMinTickSize: 0.001 }, DEEP],
  [V2, DEEP],
  [{ ...V2, secondsDelay: 1 }, DEEP],
  [{ ...V2, orderPriceMinTickSize: 0.0025 }, THIN],
];

/** How many markets {@linkcode putMarkets} puts. */
export const PUT_MARKETS = KINDS.length;

function idsOfV1(number: number) {
  const [Up, Down] = [`7${String(number).padStart(60, "0")}`, `8${"0".repeat(59)}${number}`];
  const conditionId = `0x${String(number).padStart(64, "c")}`;
  const clobTokenIds = JSON.stringify([Up, Down]);
  return { tokenIds: { Up, Down }, conditionId, ids: { version: "v1", conditionId, clobTokenIds } };
}

/** The condition has 31 bytes, and the positions are the condition with the outcome behind it. */
function idsOfV2(number: number) {
  const base = (1n << 248n) + (BigInt(0xabc0 + number) << 120n);
  const [Up, Down] = [String(base), String(base + 1n)];
  const conditionId = `0x${base.toString(16).padStart(64, "0").slice(0, -2)}`;
  const ids = { version: "v2", conditionId, clobTokenIds: null, positionIds: [Up, Down] };
  return { tokenIds: { Up, Down }, conditionId, ids };
}

/** Puts an event with one market of each kind into the simulators of a process. */
export async function putMarkets(
  simulators: Pick<Simulators, "urlOf">,
): Promise<ReadonlyArray<PutMarket>> {
  const markets = KINDS.map(([fields], number) => ({
    slug: `process-market-${number}`,
    ...(fields["version"] === "v2" ? idsOfV2(number) : idsOfV1(number)),
    fields,
  }));
  const putting = await control(`${simulators.urlOf("venue-metadata")}/__event`, "PUT", {
    id: "880000",
    slug: "process-event",
    title: "Traded by processes",
    active: true,
    closed: false,
    markets: markets.map(({ slug, ids, fields }, number) => ({
      id: String(880_001 + number),
      slug,
      question: slug,
      outcomes: '["Up", "Down"]',
      ...ids,
      active: true,
      closed: false,
      enableOrderBook: true,
      acceptingOrders: true,
      orderPriceMinTickSize: 0.01,
      orderMinSize: 5,
      negRisk: false,
      feesEnabled: true,
      feeSchedule: { exponent: 1, rate: 0.07, takerOnly: true, rebateRate: 0.2 },
      ...fields,
    })),
  });
  if (putting.status !== 200) throw new Error(JSON.stringify(putting.body));
  for (const [number, { tokenIds }] of markets.entries()) {
    const book = { token_id: tokenIds.Up, ...KINDS[number]?.[1] };
    const put = await control(`${simulators.urlOf("venue-orders")}/__book`, "PUT", book);
    if (put.status !== 200) throw new Error(JSON.stringify(put.body));
  }
  return markets;
}
