/**
 * What to send instead of a time zone that is not taken.
 *
 * @module
 */
import { foldName } from "../fold_name.ts";
import { nearestName } from "../nearest_name.ts";

/**
 * The zones of abbreviations and of other names, which lack `time` and what may stand before it.
 * Where several places share one, the first is the one that most callers of sports mean.
 */
const ZONES_BY_NAME: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  [
    "America/New_York: et edt eastern",
    "America/Chicago, Asia/Shanghai: cst",
    "America/Chicago: ct cdt central",
    "America/Denver: mt mdt mountain",
    "America/Los_Angeles: pt pst pdt pacific",
    "America/Anchorage: akst akdt alaska",
    "America/Halifax, Asia/Riyadh: ast",
    "America/Halifax: adt atlantic",
    "America/St_Johns: nst ndt newfoundland",
    "America/Sao_Paulo: brt brasilia",
    "America/Argentina/Buenos_Aires: art",
    "UTC: z coordinateduniversal",
    "Europe/London, Asia/Dhaka: bst",
    "Europe/London: british",
    "Europe/Lisbon: west",
    "Europe/Berlin: cest centraleuropean",
    "Europe/Athens: eest easterneuropean",
    "Europe/Istanbul: trt",
    "Europe/Moscow: msk",
    "Africa/Johannesburg: sast",
    "Africa/Lagos: wat",
    "Africa/Nairobi: eat",
    "Asia/Kolkata, Europe/Dublin, Asia/Jerusalem: ist",
    "Asia/Kolkata: india",
    "Asia/Dubai: gst",
    "Asia/Karachi: pkt",
    "Asia/Bangkok: ict",
    "Asia/Jakarta: wib",
    "Asia/Shanghai: china",
    "Asia/Hong_Kong: hkt",
    "Asia/Singapore: sgt",
    "Asia/Manila: pht",
    "Asia/Tokyo: jst japan",
    "Asia/Seoul: kst korea",
    "Australia/Perth: awst",
    "Australia/Adelaide: acst acdt",
    "Australia/Sydney: aest aedt",
    "Pacific/Auckland: nzst nzdt",
  ].flatMap((line) => {
    const [zones = "", names = ""] = line.split(": ");
    return names.split(" ").map((name) => [name, zones.split(", ")] as const);
  }),
);

/** `UTC-5`, `+0200`, `GMT+5:30`: the sign, the hours and the minutes. */
const OFFSET = /^(?:utc|gmt)?([+-])(\d{1,2}):?([0-5]\d)?$/;

const ZONE = "Send an IANA time zone such as America/New_York or UTC";

/** Returns the hint for a text that names no zone. */
export function zoneHint(asked: string): string {
  const text = foldName(asked);
  const [, sign, hours = "", minutes = "00"] = OFFSET.exec(text) ?? [];
  if (sign !== undefined) return offsetHint({ sign, hours: Number(hours), minutes });
  const letters = lettersOf(text);
  const known = ZONES_BY_NAME.get(letters) ??
    ZONES_BY_NAME.get(letters.replace(/(?:standard|daylight|summer)?time$/, ""));
  if (known !== undefined) return `Send the IANA time zone ${known.join(" or ")}`;
  const nearest = nearestZone(text);
  return nearest === undefined ? ZONE : `Did you mean ${nearest}? ${ZONE}`;
}

/** The IANA database has zones of whole hours, whose sign says how far UTC is ahead. */
function offsetHint(
  { sign, hours, minutes }: {
    readonly sign: string;
    readonly hours: number;
    readonly minutes: string;
  },
): string {
  if (minutes !== "00" || hours > (sign === "-" ? 12 : 14)) {
    return `${ZONE}: an offset is not the name of one`;
  }
  const named = hours === 0 ? "UTC" : `Etc/GMT${sign === "-" ? "+" : "-"}${hours}`;
  return `Send ${named} for UTC${sign}${hours} all year, or an IANA time zone such as ` +
    "America/New_York";
}

/** Finds a zone by its city, or by a name that differs in few letters. */
function nearestZone(text: string): string | undefined {
  const zones = Intl.supportedValuesOf("timeZone");
  const city = cityOf(text);
  return zones.find((zone) => cityOf(foldName(zone)) === city) ?? nearestName(text, zones);
}

function cityOf(zone: string): string {
  return lettersOf(zone.split("/").at(-1) ?? "");
}

/** Without accents: the database spells cities in ASCII. */
function lettersOf(text: string): string {
  return text.normalize("NFD").replace(/[^\p{L}]/gu, "");
}
