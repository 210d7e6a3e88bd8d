/**
 * The tags of the simulated venue. Tag ids observed on the real venue are real.
 *
 * @module
 */
import { factsOf, KNOWN_ASSETS } from "../../../../core/market/mod.ts";
import { profileOf } from "../../world/asset_profile.ts";

/** A tag. Slugs may be in any case, as on the real venue. */
export interface Tag {
  readonly id: string;
  readonly label: string;
  readonly slug: string;
}

const tag = (id: number, label: string, slug: string): Tag => ({ id: String(id), label, slug });

/**
 * Every tag by slug. The exact slugs of the hourly, four-hour, daily and weekly events were not
 * observed; these follow "5M" and "15M".
 */
const TAG_BY_SLUG: ReadonlyMap<string, Tag> = new Map([
  tag(21, "Crypto", "crypto"),
  ...KNOWN_ASSETS.map((asset) => {
    const { name } = factsOf(asset);
    return tag(profileOf(asset).tagId, name, name.toLowerCase());
  }),
  tag(102127, "Up or Down", "up-or-down"),
  tag(1312, "Crypto Prices", "crypto-prices"),
  tag(101757, "Recurring", "recurring"),
  tag(102169, "Hide From New", "hide-from-new"),
  tag(102892, "5M", "5M"),
  tag(102467, "15M", "15M"),
  tag(102175, "1H", "1H"),
  tag(102531, "4H", "4H"),
  tag(102281, "Daily", "daily"),
  tag(102264, "Weekly", "weekly"),
  tag(1, "Sports", "sports"),
  tag(100639, "Games", "games"),
  tag(100350, "Soccer", "soccer"),
  tag(101962, "Serie A", "sea"),
  tag(28, "Basketball", "basketball"),
  tag(101952, "NCAAB", "ncaab"),
  tag(2, "Politics", "politics"),
  tag(100265, "Geopolitics", "geopolitics"),
  tag(366, "world affairs", "world-affairs"),
  tag(84, "Weather", "weather"),
  tag(103040, "Daily Temperature", "daily-temperature"),
  tag(120, "Finance", "finance"),
  tag(1401, "Tech", "tech"),
  tag(100328, "Economy", "economy"),
  tag(596, "Culture", "pop-culture"),
  tag(100343, "Mentions", "mention-markets"),
  tag(74, "Science", "science"),
].map((one) => [one.slug, one]));

/** Returns the tags of these slugs, in this order. Throws for a slug that is not in the table. */
export function tagsOf(...slugs: ReadonlyArray<string>): ReadonlyArray<Tag> {
  return slugs.map((slug) => {
    const found = TAG_BY_SLUG.get(slug);
    if (found === undefined) throw new Error(`Cannot find the tag "${slug}" in the table`);
    return found;
  });
}
