/**
 * The venue's formats of times and numbers.
 *
 * @module
 */
import { toIsoSeconds } from "../../../../core/time/mod.ts";
import { hash32 } from "../../world/hash.ts";

/** A JSON object as the venue sends it. Undefined fields are omitted. */
export type WireObject = Readonly<Record<string, unknown>>;

/** Returns `2026-03-11T09:29:01.328428Z`: rows carry microseconds, which are noise. */
export function microsText(sec: number, noise: number): string {
  const micros = String(1 + hash32(noise, sec) % 999_999).padStart(6, "0");
  return `${toIsoSeconds(sec).slice(0, -1)}.${micros.replace(/0+$/, "")}Z`;
}

/** Returns `2026-04-05 19:37:33+00`. */
export function spacedText(sec: number): string {
  return `${toIsoSeconds(sec).slice(0, -1).replace("T", " ")}+00`;
}

/** Returns `2026-03-12`. */
export function dateText(sec: number): string {
  return toIsoSeconds(sec).slice(0, 10);
}

/** Returns a number of ticks as decimal text without trailing zeros: 45.5 of 1000 is `0.0455`. */
export function priceText(ticks: number, ticksPerUnit: number): string {
  return String(Number((ticks / ticksPerUnit).toFixed(5)));
}

/** Returns the unix second of a time in any of the venue's formats; undefined if invalid. */
export function secOfText(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const ms = Date.parse(value.replace(/^(\S{10}) (.*[+-]\d{2})$/, "$1T$2:00"));
  return Number.isNaN(ms) ? undefined : ms / 1000;
}

/** Returns a JSON array as text, with the venue's spacing. */
export function arrayText(items: ReadonlyArray<string>): string {
  return `[${items.map((item) => JSON.stringify(item)).join(", ")}]`;
}
