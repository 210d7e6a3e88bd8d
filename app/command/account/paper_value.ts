/**
 * Parses the options of `bun run account wallet paper`.
 *
 * @module
 */
import { Option, Result } from "effect";
import { checksumAddress } from "../../../adapters/polymarket/clob/signing_key.ts";
import { parseDecimal, toE6 } from "../../../core/fee/mod.ts";
import type { SignatureType } from "../../../core/order/mod.ts";
import { type OptionText, readFunderAddress, readType } from "./account_value.ts";
import { complain, type Read } from "./command_failure.ts";

/** What is chosen of a paper wallet. */
export interface PaperChoice {
  /** USDC times 10^6. */
  readonly usdcE6: bigint;
  /** How long its orders are on their way; none to draw it from measured ones. */
  readonly latencyMs: Option.Option<number>;
  /** Of its owner's own key; none for a new one. */
  readonly identity: Option.Option<{
    readonly address: string;
    readonly funder: string;
    readonly signatureType: SignatureType;
  }>;
}

const USDC_DEFAULT = "1000";
const LATENCY_MS_MAX = 5_000;

/** Parses them. */
export function readPaperChoice(
  options: Readonly<Record<string, OptionText>>,
): Read<PaperChoice> {
  return Result.gen(function* () {
    return {
      usdcE6: yield* readUsdc(options["usdc"]),
      latencyMs: yield* readLatency(options["latency"]),
      identity: yield* readIdentity(options),
    };
  });
}

function readUsdc(text: OptionText = USDC_DEFAULT): Read<bigint> {
  const isPlain = /^\d{1,9}(\.\d{1,6})?$/.test(String(text));
  const usdcE6 = isPlain ? Option.map(parseDecimal(String(text)), toE6) : Option.none<bigint>();
  return Option.isSome(usdcE6) && usdcE6.value > 0n
    ? Result.succeed(usdcE6.value)
    : complain(`Cannot use --usdc "${text}"`, "Send USDC with up to 6 decimals, such as 1000");
}

function readLatency(text: OptionText): Read<Option.Option<number>> {
  if (text === undefined) return Result.succeed(Option.none());
  const ms = Number(/^(\d{1,5})ms$/.exec(String(text))?.[1] ?? NaN);
  return ms <= LATENCY_MS_MAX ? Result.succeed(Option.some(ms)) : complain(
    `Cannot use --latency "${text}"`,
    `Send milliseconds up to ${LATENCY_MS_MAX}, such as 80ms; without it, measured ones are drawn`,
  );
}

function readIdentity(
  options: Readonly<Record<string, OptionText>>,
): Read<PaperChoice["identity"]> {
  return Result.gen(function* () {
    const { address: text, type, funder: funderText } = options;
    if (text === undefined) {
      if (type === undefined && funderText === undefined) return Option.none();
      return yield* complain(
        `Cannot use --${type === undefined ? "funder" : "type"} without --address`,
        "Send --address too, the address of the key that signs; or leave them out",
      );
    }
    const address = checksumAddress(String(text));
    if (Option.isNone(address)) {
      return yield* complain(
        `Cannot use --address "${text}"`,
        "Send 0x and 40 hexadecimal digits; in mixed case the checksum must be correct",
      );
    }
    const signatureType = yield* readType(type ?? "0");
    const funder = Option.getOrElse(
      yield* readFunderAddress(funderText, signatureType),
      () => address.value,
    );
    return Option.some({ address: address.value, funder, signatureType });
  });
}
