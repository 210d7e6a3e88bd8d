/**
 * The prediction-market platforms that are searched for games.
 *
 * @module
 */
import { Result } from "effect";
import { foldName } from "../fold_name.ts";
import { RequestRejected } from "../request.ts";
import { type Redistribution } from "./redistribution.ts";

/** The codes of every platform, as used in responses. */
export const PLATFORMS = ["polymarket", "kalshi", "limitless", "sx_bet", "hyperliquid"] as const;

/** One of {@linkcode PLATFORMS}. */
export type PlatformCode = (typeof PLATFORMS)[number];

/** A scanned platform: its redistribution terms and which games it lists. */
export interface PlatformFacts {
  readonly code: PlatformCode;
  readonly redistributable: Redistribution;
  /** A sentence about its terms. */
  readonly licenseNote: string;
  /**
   * Whether it lists only tradable games, and so drops a game that is over or called off. The
   * absence of such a game does not prove that it was never offered.
   */
  readonly listsOnlyOpen: boolean;
}

const KNOWN: ReadonlySet<string> = new Set(PLATFORMS);

/** Whether a text is exactly the code of a platform; case matters. */
export function isPlatformCode(text: string): text is PlatformCode {
  return KNOWN.has(text);
}

/** Parses one platform code, in any case. */
export function parsePlatform(text: string): Result.Result<PlatformCode, RequestRejected> {
  const code = foldName(text);
  return isPlatformCode(code) ? Result.succeed(code) : Result.fail(
    new RequestRejected({
      parameter: "source",
      received: text,
      hint: `Send one of ${PLATFORMS.join(", ")}`,
    }),
  );
}
