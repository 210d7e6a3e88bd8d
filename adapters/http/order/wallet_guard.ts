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
export const GuardBody = strict({ seconds: Seconds }, { examples: [{ seconds: 30 }] });

const FIRES_AT = {
  description: "When it fires unless it is renewed; null while it is disarmed",
};

/** The answer to a request to arm, renew or disarm a guard. */
export const GuardAnswer = Type.Object({
  ok: Type.Literal(true),
  seconds: Type.Integer({ description: "What it is armed for; 0: it is disarmed" }),
  fires_at: nullable(IsoWire, FIRES_AT),
}, {
  $id: "ArmedGuard",
  description: "How the guard stands now",
  examples: [{ ok: true, seconds: 30, fires_at: "2026-08-22T16:05:30.000Z" }],
});

/** The guard of a wallet. */
export const GuardState = Type.Object({
  ok: Type.Literal(true),
  seconds: nullable(Type.Integer(), {
    description: "What it is armed for; null while it is disarmed",
  }),
  fires_at: nullable(IsoWire, FIRES_AT),
  fired_at: nullable(IsoWire, { description: "When it fired last; null if it never did" }),
}, {
  $id: "WalletGuard",
  description: "The guard of the wallet",
  examples: [{
    ok: true,
    seconds: 30,
    fires_at: "2026-08-22T16:05:30.000Z",
    fired_at: "2026-08-21T09:12:04.250Z",
  }],
});

interface Claim {
  readonly walletId: string;
  readonly accountId: string;
}

/** Shows the guard of an account's wallet. */
export const guardOf = Effect.fnUntraced(function* (claim: Claim) {
  const { armed, firedMs } = yield* showGuard(claim);
  const body: typeof GuardState.static = {
    ok: true,
    seconds: Option.getOrNull(Option.map(armed, ({ seconds }) => seconds)),
    fires_at: isoOrNull(Option.map(armed, ({ firesMs }) => firesMs)),
    fired_at: isoOrNull(firedMs),
  };
  return { body, isCached: true };
});

/** Arms, renews or disarms the guard of an account's wallet. */
export const armGuard = Effect.fnUntraced(function* (
  { seconds }: typeof GuardBody.static,
  claim: Claim,
) {
  const wanted = seconds === 0 ? Option.none<number>() : Option.some<number>(seconds);
  const { armed } = yield* setGuard({ ...claim, seconds: wanted });
  const body: typeof GuardAnswer.static = {
    ok: true,
    seconds,
    fires_at: isoOrNull(Option.map(armed, ({ firesMs }) => firesMs)),
  };
  return { body };
});

function isoOrNull(ms: Option.Option<number>): string | null {
  return Option.getOrNull(Option.map(ms, (at) => new Date(at).toISOString()));
}
