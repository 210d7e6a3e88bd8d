/**
 * The probe's findings as the doctor's.
 *
 * @module
 */
import type { ProbeRow } from "../probe_report.ts";
import { type DoctorRow, type Finding, off, trouble, well } from "./doctor_report.ts";

/** Returns one row a question. */
export function providerRow(row: ProbeRow): DoctorRow {
  return { check: `provider: ${row.provider}`, ...findingOf(row) };
}

function findingOf({ outcome, tookMs, detail }: ProbeRow): Finding {
  switch (outcome) {
    case "ok":
      return well(`${detail} (${tookMs} ms)`);
    case "off":
      return off("not set up", detail);
    case "drift":
      return trouble(
        `its answer cannot be read: ${detail}`,
        "Update Strikeline; if it is the latest, report this line",
      );
    case "refused":
      return trouble(
        `it refuses us: ${detail}`,
        "Check its credentials in the settings, and whether it serves your region",
      );
    case "unreachable":
      return trouble(`no answer: ${detail}`, "Check the network, a firewall, and its *_URL");
  }
}
