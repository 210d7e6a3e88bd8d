/**
 * What is found for a platform's game.
 *
 * @module
 */
import { type Link } from "../link.ts";
import { type PlatformCode } from "../platform.ts";

/** What was found for one game of a platform. */
export interface Match {
  readonly source: PlatformCode;
  /** The platform game's key. */
  readonly key: string;
  /** Null where no game was found that it may be more than others. */
  readonly link: Link | null;
  /** The ids of other games that it may be. The linked one is not among them. */
  readonly maybe: ReadonlyArray<string>;
  /** Why there is no link, or none that is certain: a sentence for the operator. Else null. */
  readonly why: string | null;
}
