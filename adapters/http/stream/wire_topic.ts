/**
 * The fields of a client's frame that say which topics it means, and from when on.
 *
 * @module
 */
import type { TSchema } from "@sinclair/typebox";
import { Redacted, Result } from "effect";
import { t } from "elysia";
import { parseLeague } from "../../../core/game/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { INTERVAL_NAMES, parseAsset, parseInterval } from "../../../core/market/mod.ts";
import { TWAP_WINDOWS_SEC, type TwapWindowSec } from "../../../core/price/mod.ts";
import type { RequestRejected } from "../../../core/request.ts";
import { EARLIEST_SEC, parseTimestamp, secOf, toIso } from "../../../core/time/mod.ts";
import { wholeDigits } from "../../../core/whole_number.ts";
import { LeagueCodeWire } from "../game/wire_team.ts";
import { kind, refuseWhole } from "../wire/kind.ts";
import { AssetWire } from "../wire/market.ts";
import { UUID_SHAPE, WALLET_ID_EXAMPLE } from "../wire/order_id.ts";
import { words } from "../wire/text.ts";

/** A list of names, each once and in the order sent. */
function names<Name, Item extends TSchema>(
  items: Item,
  parse: (text: string, parameter: string) => Result.Result<Name, RequestRejected>,
  description: string,
) {
  const ask = "Send a list of names";
  return t.Optional(
    kind<ReadonlyArray<Name>, ReadonlyArray<Item["static"]>>(
      { type: "array", items, minItems: 1 },
      { description },
      {
        read: (value, at) => {
          if (!Array.isArray(value) || value.length === 0) {
            return refuseWhole(at, value, `${ask}, or leave ${at.name} out for all of them`);
          }
          const found = new Set<Name>();
          for (const item of value) {
            const name = typeof item === "string"
              ? parse(item, at.name)
              : refuseWhole(at, item, `${ask}, each as text`);
            if (Result.isFailure(name)) return Result.fail(name.failure);
            found.add(name.success);
          }
          return Result.succeed([...found]);
        },
      },
    ),
  );
}

const ASSETS_FIELD = names(AssetWire, parseAsset, "In any case. Left out: all");

const INTERVALS_FIELD = names(
  words(INTERVAL_NAMES),
  parseInterval,
  "Names or aliases, in any case. Left out: all of the asset",
);

/** Which topics of windows a frame means. */
export const WINDOWS_TOPICS = {
  channel: t.Literal("windows", { description: "Windows, roll after roll" }),
  assets: ASSETS_FIELD,
  intervals: INTERVALS_FIELD,
};

/** Which topics of targets a frame means. */
export const TARGET_TOPICS = {
  channel: t.Literal("targets", { description: "The targets of windows" }),
  assets: ASSETS_FIELD,
  intervals: INTERVALS_FIELD,
};

/** Which topics of newest trades a frame means. */
export const SPOT_TOPICS = {
  channel: t.Literal("spot", { description: "The exchange's newest trades" }),
  assets: ASSETS_FIELD,
};

const WINDOWS_HINT = `Send [${TWAP_WINDOWS_SEC.join(", ")}] or one of them; ` +
  "markets resolve on the longer one";

/** Which topics of averages a frame means. */
export const TWAP_TOPICS = {
  channel: t.Literal("twap", { description: "The oracle's time-weighted averages" }),
  assets: ASSETS_FIELD,
  windows: t.Optional(kind<ReadonlyArray<TwapWindowSec>, ReadonlyArray<TwapWindowSec>>(
    { type: "array", items: words(TWAP_WINDOWS_SEC), minItems: 1 },
    {
      description: "Seconds averaged over. Left out: 60, which markets resolve on. A pair that " +
        "the oracle has no feed for is answered with a `gap` of the reason `no_feed`",
    },
    {
      read: (value, at) => {
        const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [];
        const asked = new Set(list.map(digitsOf));
        const known = TWAP_WINDOWS_SEC.filter((windowSec) => asked.has(String(windowSec)));
        return known.length > 0 && known.length === asked.size
          ? Result.succeed(known)
          : refuseWhole(at, value, WINDOWS_HINT);
      },
    },
  )),
};

const KEY_FIELD = t.Optional(kind<Redacted.Redacted, string>({ type: "string" }, {
  description: "An API key with the scope `read`. Left out: the last valid one of this " +
    "socket, which is checked again. `unsubscribe` needs none",
  examples: ["sk_live_..."],
}, {
  // The value may be secret, whatever its type.
  read: (value, at) =>
    typeof value === "string"
      ? Result.succeed(Redacted.make(value))
      : refuseWhole(at, "(not shown)", "Send an API key as text"),
}));

const ASK_WALLETS = `Send a list of the UUIDs of your wallets, such as ["${WALLET_ID_EXAMPLE}"]`;

/** Which topics of wallets a frame means. */
export const ORDER_TOPICS = {
  channel: t.Literal("orders", { description: "What changes of the orders and fills of wallets" }),
  key: KEY_FIELD,
  wallets: kind<ReadonlyArray<string>, ReadonlyArray<string>>(
    { type: "array", items: { type: "string", format: "uuid" }, minItems: 1 },
    {
      description: "Trading wallets of the account of the key, as `GET /api/v1/account` lists them",
      examples: [[WALLET_ID_EXAMPLE]],
    },
    {
      ask: ASK_WALLETS,
      read: (value, at) => {
        const list: ReadonlyArray<unknown> = Array.isArray(value) ? value : [];
        const ids = list.flatMap((id) =>
          typeof id === "string" && UUID_SHAPE.test(id) ? [id.toLowerCase()] : []
        );
        return ids.length > 0 && ids.length === list.length
          ? Result.succeed([...new Set(ids)])
          : refuseWhole(at, value, ASK_WALLETS);
      },
    },
  ),
};

/** Which topics of games a frame means. */
export const GAME_TOPICS = {
  channel: t.Literal("games", { description: "The changes of games" }),
  key: KEY_FIELD,
  leagues: names(LeagueCodeWire, parseLeague, "In any case. Left out: all of them"),
};

/**
 * How far `since` may lie ahead: another replica may be a moment ahead of this one, and clocks
 * differ.
 */
const SINCE_AHEAD_SEC_MAX = 60;

/** The instant from which on a subscription is wanted. */
export const SINCE_INSTANT = t.Optional(kind<number, number | string>(
  { anyOf: [{ type: "integer", minimum: EARLIEST_SEC }, { type: "string" }] },
  {
    description: "The last `seq` you have, or any past instant, in any timestamp format of the " +
      "HTTP API: everything after it is sent, in order. Left out: the current value is sent first",
  },
  {
    read: (value, at) => {
      const text = value instanceof JsonNumber ? value.text : value;
      if (typeof text !== "string") {
        return refuseWhole(at, value, "Send the seq of the last frame you have: unix seconds");
      }
      const nowSec = secOf(at.nowMs);
      return Result.flatMap(
        parseTimestamp(text, { parameter: at.name, nowSec }),
        (sec) =>
          sec <= nowSec + SINCE_AHEAD_SEC_MAX
            ? Result.succeed(sec)
            : refuseWhole(at, value, `Send an instant that has passed; it is ${toIso(nowSec)} now`),
      );
    },
  },
));

function sinceNumber(description: string, ask: string) {
  return t.Optional(kind<number, number>(
    { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    { description },
    {
      read: (value, at) => {
        const seq = Number(digitsOf(value));
        return Number.isSafeInteger(seq) ? Result.succeed(seq) : refuseWhole(at, value, ask);
      },
    },
  ));
}

/** The number of the game after which a subscription is wanted. */
export const SINCE_GAME = sinceNumber(
  "The `seq` of the last game you received, or that of `subscribed`: every game that has changed " +
    "after it is sent, in order. Left out: only games are sent that change from now on. It is a " +
    "number, not a time",
  "Send the seq of the last game you received: a whole number from 0",
);

/** The number of the frame after which a subscription is wanted. */
export const SINCE_FRAME = sinceNumber(
  "The `seq` of the last frame of the wallet that you received, or that of `subscribed`: every " +
    "frame after it is sent, in order; one number for all wallets of the message. Left out: only " +
    "what changes from now on. It is a number, not a time",
  "Send the seq of the last frame of the wallet that you received: a whole number from 0",
);

/** The digits of a whole number of JSON. */
function digitsOf(value: unknown): string | undefined {
  return value instanceof JsonNumber ? wholeDigits(value.text) : undefined;
}
