/**
 * The declaration of a frame, and the schema parts that several frames share.
 *
 * @module
 */
import { type Static, type TObject, type TProperties, Type } from "@sinclair/typebox";
import { LEAGUES } from "../../../core/game/mod.ts";
import { ASSETS, INTERVALS } from "../../../core/market/mod.ts";
import { TWAP_WINDOWS_SEC } from "../../../core/price/mod.ts";
import { words } from "../wire/text.ts";
import { CHANNELS, ID_CHARS_MAX } from "./client_frame.ts";

/** The documentation of one kind of frame. */
export interface FrameDoc<S extends TObject = TObject> {
  /** The message's name in the document. */
  readonly name: string;
  readonly summary: string;
  readonly schema: S;
  /** Examples, each under what it shows. */
  readonly examples: Readonly<Record<string, Static<S>>>;
}

/** Declares a frame. The examples are typed by the schema beside them. */
export function declareFrame<S extends TObject>(doc: FrameDoc<S>): FrameDoc<S> {
  return doc;
}

/** Returns the schema of a frame: undeclared fields are refused. */
export function frameSchema<P extends TProperties>(
  $id: string,
  properties: P,
  description: string,
) {
  return Type.Object(properties, { $id, description, additionalProperties: false });
}

/** The channels. */
export const ChannelWire = words(CHANNELS, { description: "What the topics are of" });

const FRAME_ID = Type.Union([Type.String({ maxLength: ID_CHARS_MAX }), Type.Number()]);

/** The id of a request, chosen by the client. */
export const RequestIdWire = Type.Optional({
  ...FRAME_ID,
  description:
    `A number or text of up to ${ID_CHARS_MAX} characters; the answer repeats it as sent`,
});

/** The id of the answered request. */
export const AnswerIdWire = Type.Optional({
  ...FRAME_ID,
  description: "The `id` of the request, if it had one",
});

const TARGET_TOPIC = `targets:(${ASSETS.join("|")}):(${INTERVALS.join("|")})`;
const GAME_TOPIC = `games:(${LEAGUES.join("|")})`;
const TWAP_TOPIC = `twap:(${ASSETS.join("|")}):(${TWAP_WINDOWS_SEC.join("|")})`;

/** The topic of the targets of one asset and interval. */
export const TargetTopicWire = Type.String({
  pattern: `^${TARGET_TOPIC}$`,
  description: "`targets:<asset>:<interval>`",
});

/** The topic of the averages of one asset over one window. */
export const TwapTopicWire = Type.String({
  pattern: `^${TWAP_TOPIC}$`,
  description: "`twap:<asset>:<seconds averaged over>`",
});

/** The topic of the games of one league. */
export const GameTopicWire = Type.String({
  pattern: `^${GAME_TOPIC}$`,
  description: "`games:<league>`",
});

/** Any topic. */
export const TopicWire = Type.String({
  pattern: `^(${TARGET_TOPIC}|${TWAP_TOPIC}|${GAME_TOPIC})$`,
  description: "`targets:<asset>:<interval>`, `twap:<asset>:<seconds averaged over>` or " +
    "`games:<league>`",
});
