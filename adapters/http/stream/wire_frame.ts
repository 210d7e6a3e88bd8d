/**
 * The declaration of a frame, and the schema parts that several frames share.
 *
 * @module
 */
import type { Static, TObject, TProperties } from "@sinclair/typebox";
import { Result } from "effect";
import { t } from "elysia";
import { LEAGUES } from "../../../core/game/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import { TWAP_WINDOWS_SEC } from "../../../core/price/mod.ts";
import { kind, refuseWhole, type SentOf, strict } from "../wire/kind.ts";
import { whole } from "../wire/number.ts";
import { WALLET_ID_EXAMPLE } from "../wire/order_id.ts";
import { words } from "../wire/text.ts";

/** The documentation of one kind of frame. */
export interface FrameDoc<Fields extends TProperties = TProperties> {
  /** The message's name in the document. */
  readonly name: string;
  readonly summary: string;
  readonly schema: TObject<Fields>;
  /** Examples, each under what it shows. */
  readonly examples: Readonly<Record<string, SentOf<Static<TObject<Fields>>>>>;
}

/** Declares a frame, which has no other fields. The examples are typed by them. */
export function declareFrame<Fields extends TProperties>(
  { description, fields, ...doc }: Omit<FrameDoc<Fields>, "schema"> & {
    readonly description: string;
    readonly fields: Fields;
  },
): FrameDoc<Fields> {
  const $id = `${doc.name.charAt(0).toUpperCase()}${doc.name.slice(1)}Frame`;
  return { ...doc, schema: strict(fields, { $id, description }) };
}

/** The channels a client can subscribe to. */
export const CHANNELS = ["windows", "targets", "twap", "spot", "games", "orders"] as const;

/** A channel. */
export const ChannelWire = words(CHANNELS, { description: "What the topics are of" });

/** The id that a client gives a frame, repeated in the answer as it was sent. */
export type FrameId = string | JsonNumber;

/** The maximum length of an id, be it a text or the digits of a number. */
const ID_CHARS_MAX = 128;
const ID_HINT = `Send a number or text, of up to ${ID_CHARS_MAX} characters`;

const frameId = (description: string) =>
  t.Optional(kind<FrameId, string | number>(
    { anyOf: [{ type: "string", maxLength: ID_CHARS_MAX }, { type: "number" }] },
    { description },
    {
      read: (id, at) => {
        const text = id instanceof JsonNumber ? id.text : id;
        return typeof text === "string" && text.length <= ID_CHARS_MAX
          ? Result.succeed(id as FrameId)
          : refuseWhole(at, id, ID_HINT);
      },
    },
  ));

/** The id of a request, chosen by the client. */
export const RequestIdWire = frameId(
  `A number or text of up to ${ID_CHARS_MAX} characters; the answer repeats it as sent`,
);

/** The id of the answered request. */
export const AnswerIdWire = frameId("The `id` of the request, if it had one");

const SERIES = `(${ASSETS.join("|")}):(${INTERVALS.join("|")})`;
const WINDOWS_TOPIC = `windows:${SERIES}`;
const TARGET_TOPIC = `targets:${SERIES}`;
const GAME_TOPIC = `games:(${LEAGUES.join("|")})`;
const TWAP_TOPIC = `twap:(${ASSETS.join("|")}):(${TWAP_WINDOWS_SEC.join("|")})`;

const SPOT_TOPIC = `spot:(${ASSETS.join("|")})`;

const ORDERS_TOPIC = "orders:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** The topic of the windows of one asset and interval. */
export const WindowsTopicWire = t.String({
  pattern: `^${WINDOWS_TOPIC}$`,
  description: "`windows:<asset>:<interval>`",
});

/** The topic of the targets of one asset and interval. */
export const TargetTopicWire = t.String({
  pattern: `^${TARGET_TOPIC}$`,
  description: "`targets:<asset>:<interval>`",
});

/** The topic of the averages of one asset over one window. */
export const TwapTopicWire = t.String({
  pattern: `^${TWAP_TOPIC}$`,
  description: "`twap:<asset>:<seconds averaged over>`",
});

/** The topic of the newest trades of one asset. */
export const SpotTopicWire = t.String({
  pattern: `^${SPOT_TOPIC}$`,
  description: "`spot:<asset>`",
});

/** The topic of the games of one league. */
export const GameTopicWire = t.String({
  pattern: `^${GAME_TOPIC}$`,
  description: "`games:<league>`",
});

/** The number of a frame of a wallet. */
export const FRAME_SEQ = whole({
  description:
    "The number of the frame among those of its wallet, counted in the store: the same " +
    "on every replica, and one more than that of the frame before",
});

/** A topic of a wallet. */
export const ORDERS_TOPIC_EXAMPLE = `orders:${WALLET_ID_EXAMPLE}` as const;

/** The topic of what changes of one wallet. */
export const OrdersTopicWire = t.String({
  pattern: `^${ORDERS_TOPIC}$`,
  description: "`orders:<wallet id>`",
});

/** Any topic. */
export const TopicWire = t.String({
  pattern: `^(${
    [WINDOWS_TOPIC, TARGET_TOPIC, TWAP_TOPIC, SPOT_TOPIC, GAME_TOPIC, ORDERS_TOPIC].join("|")
  })$`,
  description: "`windows:<asset>:<interval>`, `targets:<asset>:<interval>`, " +
    "`twap:<asset>:<seconds averaged over>`, " +
    "`spot:<asset>`, `games:<league>` or `orders:<wallet id>`",
});
