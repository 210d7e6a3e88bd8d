/**
 * Instants and days in words, in a time zone.
 *
 * @module
 */

/** How an instant is shown. */
const SHAPES = {
  clock: { hour: "2-digit", minute: "2-digit" },
  second: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  full: { dateStyle: "medium", timeStyle: "short" },
  day: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** One of the ways in which an instant is shown. */
export type InstantShape = keyof typeof SHAPES;

/** The language of the page: English, with hours from 0 to 23. */
const LANGUAGE = "en-GB";

/** Formats are slow to make, and a page shows hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 32;

/** Writes an instant; what is none is returned as it is. */
export function zonedText(iso: string, zone: string, shape: InstantShape = "full"): string {
  const name = `${shape} ${zone}`;
  let format = formats.get(name);
  if (format === undefined) {
    if (formats.size >= FORMATS_MAX) formats.clear();
    format = new Intl.DateTimeFormat(LANGUAGE, { ...SHAPES[shape], timeZone: zone });
    formats.set(name, format);
  }
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? iso : format.format(ms);
}

/** Writes a day, such as `2026-09-20`. */
export function dayText(day: string): string {
  return zonedText(`${day}T00:00:00Z`, "UTC", "day");
}

/** The day, such as `2026-09-20`, at an instant in a zone. */
export function dayAt(ms: number, zone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(ms);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** The reader's own time zone. */
export function localZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : "UTC";
}

/** Whether the browser knows a time zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone });
    return zone !== "";
  } catch {
    return false;
  }
}
