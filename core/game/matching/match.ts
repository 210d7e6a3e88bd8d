/**
 * The result of matching a platform's game.
 *
 * @module
 */
import { type Link } from "../link.ts";
import { type PlatformCode } from "../platform.ts";

/** The match of one platform game. */
export interface Match {
  readonly source: PlatformCode;
  /** The platform game's key. */
  readonly key: string;
  /** Null if no candidate stands out. */
  readonly link: Link | null;
  /** Ids of other games that it may be, without the linked one. */
  readonly maybe: ReadonlyArray<string>;
  /** Why there is no link, or only one for review: a sentence for the operator. Else null. */
  readonly why: string | null;
}
