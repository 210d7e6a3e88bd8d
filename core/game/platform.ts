/**
 * The prediction-market platforms on which games are looked for.
 *
 * @module
 */
import { Result } from "effect";
import { RequestRejected } from "../request.ts";
import { type Redistribution } from "./redistribution.ts";

/** Every platform, by the code it has in answers. */
export const PLATFORMS = ["polymarket", "kalshi", "limitless", "sx_bet", "hyperliquid"] as const;

/** One of {@linkcode PLATFORMS}. */
export type PlatformCode = (typeof PLATFORMS)[number];

/** A platform that is looked at: what it says of passing on its data, and what it lists. */
export interface PlatformFacts {
  readonly code: PlatformCode;
  readonly redistributable: Redistribution;
  /** What is known of its terms, in a sentence. */
  readonly licenseNote: string;
  /**
   * Whether it stops listing a game once it is over or called off, as what it lists is what can be
   * traded. That a game is absent then does not tell whether it was offered.
   */
  readonly listsOnlyOpen: boolean;
}

const KNOWN: ReadonlySet<string> = new Set(PLATFORMS);

/** Whether a text is the code of a platform, as it is written. */
export function isPlatformCode(text: string): text is PlatformCode {
  return KNOWN.has(text);
}

/** Reads one code, in any case. */
export function parsePlatform(text: string): Result.Result<PlatformCode, RequestRejected> {
  const code = text.trim().toLowerCase();
  return isPlatformCode(code) ? Result.succeed(code) : Result.fail(
    new RequestRejected({
      parameter: "source",
      received: text,
      hint: `Send one of ${PLATFORMS.join(", ")}`,
    }),
  );
}
