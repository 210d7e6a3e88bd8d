/**
 * The latency of a midnight's frames.
 *
 * @module
 */
import type { Receipt } from "../stream/crowd_order.ts";
import type { Seen } from "./boundary_order.ts";
import { keyOfFrame, type PriceKey, type Sighting } from "./price_frame.ts";

/** The path of one frame to a client. */
export interface Latency {
  /** From the provider's frame in our process to Bun's publish. */
  readonly toPublishedMs: number;
  /** From there to the client's process. */
  readonly toClientMs: number;
  /** From the provider's process to the client's, with every wait in between. */
  readonly fromSentMs: number;
}

/** Returns the latency of every frame that the client received. */
export function latenciesOf({ sent, seen: { received, published }, receipt }: {
  readonly sent: ReadonlyArray<Sighting>;
  readonly seen: Seen;
  readonly receipt: Pick<Receipt, "texts" | "arrivalsUs">;
}): ReadonlyArray<Latency> {
  const { texts, arrivalsUs } = receipt;
  return texts.map((text, at) => {
    const key = keyOfClientFrame(text);
    const sighting = published[at];
    const arrivedAtUs = arrivalsUs[at];
    if (sighting?.key !== key || arrivedAtUs === undefined) {
      throw new Error(`what was published is not what came: ${text.slice(0, 100)}`);
    }
    const receivedAtUs = firstOf(received, key);
    return {
      toPublishedMs: (sighting.atUs - receivedAtUs) / 1e3,
      toClientMs: (arrivedAtUs - receivedAtUs) / 1e3,
      fromSentMs: (arrivedAtUs - firstOf(sent, key)) / 1e3,
    };
  });
}

function firstOf(sightings: ReadonlyArray<Sighting>, wanted: PriceKey): number {
  const found = sightings.find(({ key }) => key === wanted);
  if (found === undefined) throw new Error(`no listener saw a frame of ${wanted}`);
  return found.atUs;
}

/** Our own frames name the provider and the asset; the reference forwards the provider's. */
function keyOfClientFrame(text: string): PriceKey {
  const { provider, asset } = JSON.parse(text) as {
    readonly provider?: string;
    readonly asset?: string;
  };
  return provider === undefined ? keyOfFrame(text) : `${provider}:${asset}` as PriceKey;
}
