/** What goes wrong on the way to the chain: another trouble every day. @module */
import type { Chance } from "../../stage/chance.ts";
import { control } from "../../simulator/kit/support.ts";
import type { World } from "./started_wallets.ts";

/** How trades settle, and how the relayer takes its time, where nothing else is wrong. */
const SETTLEMENT = { failed: 0.1, retrying: 0.2, delay_ms: 1_000 };
const RELAYING = { failed: 0.1 };

interface Trouble {
  readonly relaying?: Readonly<Record<string, number>>;
  readonly ofRelayer?: Readonly<Record<string, unknown>>;
  readonly ofNode?: Readonly<Record<string, unknown>>;
}

const SUBMIT = { match: "POST /submit", times: 3 };
const SEND = { match: "POST /", probability: 0.1, times: 20 };

const TROUBLES: ReadonlyArray<Trouble> = [
  {},
  // Longer than the deadline of a deposit wallet's batch is away.
  { relaying: { failed: 0.1, delay_ms: 4_000 } },
  { relaying: { failed: 0.5, delay_ms: 500 } },
  { ofRelayer: { ...SUBMIT, kind: "lost_reply" }, ofNode: { ...SEND, kind: "lost_reply" } },
  { ofRelayer: { ...SUBMIT, kind: "status", status: 503 }, ofNode: { ...SEND, kind: "drop" } },
  { ofRelayer: { ...SUBMIT, kind: "drop" }, ofNode: { ...SEND, kind: "status", status: 503 } },
];

/** Begins those of a day, in the place of the last one's. */
export async function beginTroubles(world: World, chance: Chance): Promise<void> {
  await setTroubles(world, chance.pick(TROUBLES));
}

/** Ends them. */
export async function endTroubles(world: World): Promise<void> {
  await setTroubles(world, { relaying: { quota: 1_000_000 } });
}

async function setTroubles(
  { chainUrl, relayerUrl, venueUrl }: World,
  { relaying = RELAYING, ofRelayer, ofNode }: Trouble,
): Promise<void> {
  const set = async (url: string, method: string, body?: unknown) => {
    const answer = await control(url, method, body);
    if (answer.status !== 200) throw new Error(`${url}: ${JSON.stringify(answer.body)}`);
  };
  await set(`${venueUrl}/__settlement`, "POST", SETTLEMENT);
  for (const [url, fault] of [[relayerUrl, ofRelayer], [chainUrl, ofNode]] as const) {
    await set(`${url}/__faults`, "DELETE");
    if (fault !== undefined) await set(`${url}/__faults`, "POST", fault);
  }
  await set(`${relayerUrl}/__relaying`, "POST", relaying);
}
