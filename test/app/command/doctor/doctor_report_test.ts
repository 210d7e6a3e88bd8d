import { expect, test } from "bun:test";
import fc from "fast-check";
import { doctorTable, off, trouble, well } from "../../../../app/command/doctor/doctor_report.ts";

const finding = fc.oneof(
  fc.constant(well("it answers")),
  fc.constantFrom("Check the network", "Set PORT").map((remedy) => trouble("no answer", remedy)),
  fc.constantFrom("", "Set REDIS_URL").map((remedy) => off("not set up", remedy)),
);

test("says once what to do, with every check that it would mend", () => {
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 12 }), (findings) => {
      const rows = findings.map((found, at) => ({ check: `check ${at}!`, ...found }));
      const lines = doctorTable(rows).split("\n");
      const named = rows.filter(({ remedy }) => remedy !== "");
      for (const remedy of new Set(named.map(({ remedy }) => remedy))) {
        expect(lines.filter((line) => line.trim() === remedy)).toHaveLength(1);
        const from = lines.indexOf(`  ${remedy}`) + 1;
        const to = lines.findIndex((line, at) => at >= from && !line.startsWith("    "));
        expect(lines.slice(from, to < 0 ? lines.length : to).map((line) => line.trim())).toEqual(
          named.filter((row) => row.remedy === remedy).map(({ check }) => check),
        );
      }
    }),
  );
});
