/**
 * The guard of a wallet: a dead-man switch that cancels its orders unless it is renewed.
 *
 * @module
 */
import { Type } from "@sinclair/typebox";
import { Effect, Option, Result } from "effect";
import { setGuard, showGuard } from "../../../core/use_case/order/mod.ts";
import { JsonNumber } from "../../../core/json/mod.ts";
import { wholeDigits } from "../../../core/whole_number.ts";
import { IsoWire, nullable } from "../wire/answer.ts";
import { kind, refuse, strict } from "../wire/kind.ts";
import { Bool } from "../wire/text.ts";

const SECONDS = { min: 5, max: 300 };
const ASK =
  `Send a whole number from ${SECONDS.min} to ${SECONDS.max} to arm or renew the guard, ` +
  "or 0 to disarm it";

/** Nothing, which disarms, or the seconds of a guard. */
const Seconds = kind<number, number>(
  { type: "integer", minimum: 0, maximum: SECONDS.max, not: { enum: [1, 2, 3, 4] } },
  {
    description: `Seconds until the guard fires unless it is renewed: ${SECONDS.min} to ` +
      `${SECONDS.max}; 0 disarms it`,
    examples: [30],
  },
  {
    ask: ASK,
    read: (value, at) => {
      const digits = value instanceof JsonNumber ? wholeDigits(value.text) : undefined;
      const whole = digits === undefined ? NaN : Number(digits);
      return whole === 0 || (SECONDS.min <= whole && whole <= SECONDS.max)
        ? Result.succeed(whole)
        : refuse(at, value, ASK);
    },
  },
);

/** The body of a request to arm, renew or disarm a guard. */
export const GuardBody = strict({
  seconds: Seconds,
  venue: Type.Optional(Bool({
    description: "Whether this service sends the venue's own heartbeats for the wallet's API key " +
      "from now on, armed or not, so that the venue cancels should this service die; unchanged " +
      "where it is left out",
    examples: [true],
    hint: "Send true to begin the venue's heartbeats, false to end them, or leave it out",
  })),
}, { examples: [{ seconds: 30 }, { seconds: 30, venue: true }] });

const FIRES_AT = {
  description: "When it fires unless it is renewed; null while it is disarmed",
};

const VENUE = {
  description: "Whether the venue's own heartbeats are sent for the wallet's API key",
};

/** The venue has no end of heartbeats: who stops must know. */
const STOPPED = "Where heartbeats were sent before, the venue cancels every open order of this " +
  "API key within 15 s, and may go on to cancel those placed later: it knows no other end of them";

/** The answer to a request to arm, renew or disarm a guard. */
export const GuardAnswer = Type.Object({
  ok: Type.Literal(true),
  seconds: Type.Integer({ description: "What it is armed for; 0: it is disarmed" }),
  fires_at: nullable(IsoWire, FIRES_AT),
  venue: Type.Boolean(VENUE),
  hint: Type.Optional(Type.String({
    description: "What the venue does once its heartbeats stop; there with `venue: false`",
    examples: [STOPPED],
  })),
}, {
  $id: "ArmedGuard",
  description: "How the guard stands now",
  examples: [{ ok: true, seconds: 30, fires_at: "2026-08-22T16:05:30.000Z", venue: true }],
});

/** The guard of a wallet. */
export const GuardState = Type.Object({
  ok: Type.Literal(true),
  seconds: nullable(Type.Integer(), {
    description: "What it is armed for; null while it is disarmed",
  }),
  fires_at: nullable(IsoWire, FIRES_AT),
  fired_at: nullable(IsoWire, { description: "When it fired last; null if it never did" }),
  venue: Type.Boolean(VENUE),
  venue_at: nullable(IsoWire, {
    description:
      "When the venue accepted the last heartbeat; null before the first. More than 10 " +
      "s old while `venue` is true: the venue cancels what is open",
  }),
}, {
  $id: "WalletGuard",
  description: "The guard of the wallet",
  examples: [{
    ok: true,
    seconds: 30,
    fires_at: "2026-08-22T16:05:30.000Z",
    fired_at: "2026-08-21T09:12:04.250Z",
    venue: true,
    venue_at: "2026-08-22T16:04:58.130Z",
  }],
});

interface Claim {
  readonly walletId: string;
  readonly accountId: string;
}

/** Shows the guard of an account's wallet. */
export const guardOf = Effect.fnUntraced(function* (claim: Claim) {
  const { armed, firedMs, venue } = yield* showGuard(claim);
  const body: typeof GuardState.static = {
    ok: true,
    seconds: Option.getOrNull(Option.map(armed, ({ seconds }) => seconds)),
    fires_at: isoOrNull(Option.map(armed, ({ firesMs }) => firesMs)),
    fired_at: isoOrNull(firedMs),
    venue: Option.isSome(venue.sinceMs),
    venue_at: isoOrNull(venue.acceptedMs),
  };
  return { body, isCached: true };
});

/** Arms, renews or disarms the guard of an account's wallet, and begins or ends heartbeats. */
export const armGuard = Effect.fnUntraced(function* (
  { seconds, venue }: typeof GuardBody.static,
  claim: Claim,
) {
  const wanted = seconds === 0 ? Option.none<number>() : Option.some<number>(seconds);
  const change = { ...claim, seconds: wanted, venue: Option.fromUndefinedOr(venue) };
  const { armed, venue: { sinceMs } } = yield* setGuard(change);
  const body: typeof GuardAnswer.static = {
    ok: true,
    seconds,
    fires_at: isoOrNull(Option.map(armed, ({ firesMs }) => firesMs)),
    venue: Option.isSome(sinceMs),
    ...(venue === false ? { hint: STOPPED } : {}),
  };
  return { body };
});

function isoOrNull(ms: Option.Option<number>): string | null {
  return Option.getOrNull(Option.map(ms, (at) => new Date(at).toISOString()));
}
