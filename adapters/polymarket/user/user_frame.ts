/**
 * Reads the frames of the venue's user socket.
 *
 * @module
 */
import type { JsonFields } from "../../../core/json_fields.ts";
import type { OrderNews } from "../../../core/port/order_news.ts";
import { foldedText, isFields } from "./loose_field.ts";
import { type OrderOwner, readOwnTrade } from "./own_trade.ts";

/** What a frame tells. */
export interface UserFrame {
  /** In the frame's order. */
  readonly news: ReadonlyArray<OrderNews>;
  /** Why something of it was ignored, each as a sentence without a value. */
  readonly doubts: ReadonlyArray<string>;
}

/** Reads a frame, which is one event or a list of them. What cannot be read is a doubt. */
export function readUserFrame(text: string, owner: OrderOwner): UserFrame {
  const read = eventsOf(text).map((event) => readEvent(event, owner));
  return {
    news: read.flatMap(({ news }) => news),
    doubts: read.flatMap(({ doubts }) => doubts),
  };
}

/** Text that is no JSON is one event that is none. */
function eventsOf(text: string): ReadonlyArray<unknown> {
  try {
    const frame: unknown = JSON.parse(text);
    return Array.isArray(frame) ? frame : [frame];
  } catch {
    return [undefined];
  }
}

function readEvent(event: unknown, owner: OrderOwner): UserFrame {
  if (!isFields(event)) return doubt("an event is no object");
  switch (foldedText(event["event_type"])) {
    case "trade":
      return readTrade(event, owner);
    case "order":
      return readOrder(event, owner);
    default:
      return doubt("an event has an unknown type");
  }
}

function readTrade(event: JsonFields, owner: OrderOwner): UserFrame {
  const { fills, doubts } = readOwnTrade(event, owner);
  if (fills.length > 0) return { news: [{ kind: "fills", fills }], doubts };
  // The venue sends a wallet its own trades: one without a part of it may have another form.
  return doubts.length > 0 ? { news: [], doubts } : doubt("a trade has nothing of the wallet");
}

function readOrder({ id, owner: key, type }: JsonFields, { apiKey }: OrderOwner): UserFrame {
  const orderId = foldedText(id);
  if (orderId === "") return doubt("an order has no id");
  const isForeign = !["", apiKey.toLowerCase()].includes(foldedText(key));
  return isForeign ? doubt("an order is of another key") : {
    news: [{ kind: "order", orderId, isPlaced: foldedText(type) === "placement" }],
    doubts: [],
  };
}

function doubt(why: string): UserFrame {
  return { news: [], doubts: [why] };
}
