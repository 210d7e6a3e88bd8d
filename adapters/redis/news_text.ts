/**
 * News as text: JSON in which exact integers and maps keep their type.
 *
 * @module
 */
import { Option } from "effect";
import type { NewsItem } from "../../core/port/mod.ts";

const INTEGER = "$integer";
const MAP = "$map";

/** Writes an item. */
export function writeNews(item: NewsItem): string {
  return JSON.stringify(item, (_key, value: unknown) => {
    if (typeof value === "bigint") return { [INTEGER]: value.toString() };
    if (value instanceof Map) return { [MAP]: [...value] };
    return value;
  });
}

/** Reads an item that a replica of this version wrote; none for anything else. */
export function readNews(text: string): Option.Option<NewsItem> {
  try {
    const item = JSON.parse(text, (_key, value: unknown) => {
      if (typeof value !== "object" || value === null) return value;
      if (INTEGER in value) return BigInt(String(value[INTEGER]));
      if (MAP in value) return new Map(value[MAP] as Iterable<[unknown, unknown]>);
      return value;
    }) as NewsItem;
    return Option.some(item);
  } catch {
    return Option.none();
  }
}
