/**
 * What the service is made of: its licences, its bill of materials, and what is known against
 * it.
 *
 * @module
 */
import Ajv from "ajv";
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { runToEnd } from "../app/run_to_end.ts";
import { type AuditException, judgeReport, readReport } from "./audit.ts";
import exceptions from "./audit_exceptions.json" with { type: "json" };
import { readDependencies, ROOT } from "./dependencies.ts";
import { ALLOWED_LICENCES, isAllowed } from "./licences.ts";
import { makeSbom, type Product } from "./sbom.ts";

const tree = await readDependencies();
const product = await Bun.file(`${ROOT}package.json`).json() as Product & {
  readonly dependencies: Readonly<Record<string, string>>;
};

describe("the licences of what production needs", () => {
  test.each([...tree.all.values()].map(({ place, licence }) => [place, licence] as const))(
    "%s: %s is allowed",
    (_, licence) => expect(licence === undefined || isAllowed(licence)).toBe(true),
  );

  test("are of everything that is needed, also by others", () => {
    expect(tree.direct.toSorted()).toEqual(Object.keys(product.dependencies).toSorted());
    expect(tree.all.size).toBeGreaterThan(tree.direct.length);
    expect([...tree.all.values()].every(({ needs }) => needs.every((one) => tree.all.has(one))))
      .toBe(true);
  });

  test.each<[string, boolean]>([
    ["MIT", true],
    ["GPL-3.0-only", false],
    ["none", false],
    ["", false],
    ["(MIT OR GPL-3.0-only)", true],
    ["GPL-3.0-only OR (BSD-2-Clause AND MIT)", true],
    ["MIT AND GPL-3.0-only", false],
    ["MIT OR GPL-3.0-only AND AGPL-3.0-only", true],
    ["GPL-3.0-only OR GPL-2.0-only AND MIT", false],
    ["Apache-2.0 WITH something", false],
    ["(MIT", false],
    ["MIT )", false],
    ["SEE LICENSE IN LICENSE", false],
  ])("%s: %p", (expression, expected) => expect(isAllowed(expression)).toBe(expected));

  test("need one of those that an expression offers, and each that it demands", () => {
    const licence = fc.constantFrom(...ALLOWED_LICENCES, "GPL-3.0-only", "SSPL-1.0");
    fc.assert(fc.property(fc.array(licence, { minLength: 1, maxLength: 5 }), (all) => {
      const fine = all.map((one) => ALLOWED_LICENCES.has(one));
      expect(isAllowed(all.join(" OR "))).toBe(fine.includes(true));
      expect(isAllowed(all.join(" AND "))).toBe(!fine.includes(false));
    }));
  });
});

describe("the bill of materials", () => {
  const sbom = makeSbom(product, tree);

  test("is CycloneDX 1.6, by its own schema", async () => {
    const schemas = `${ROOT}node_modules/@cyclonedx/cyclonedx-library/res/schema`;
    const schemaOf = (name: string) => Bun.file(`${schemas}/${name}.SNAPSHOT.schema.json`).json();
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const part of ["spdx", "jsf-0.82"]) {
      const address = `http://cyclonedx.org/schema/${part}.SNAPSHOT.schema.json`;
      ajv.addSchema({ ...await schemaOf(part), $id: address });
    }
    const isValid = ajv.compile(await schemaOf("bom-1.6"));
    expect([isValid(sbom), isValid.errors]).toEqual([true, null]);
    expect(isValid({ ...sbom, components: [{ type: "library" }] })).toBe(false);
  });

  test("has every package once, with the hash of the lock file", async () => {
    const refs = sbom.components.map((component) => component["bom-ref"]);
    expect(new Set(refs).size).toBe(refs.length);
    expect(sbom.dependencies.slice(1).map(({ ref }) => ref)).toEqual(refs);
    const known = new Set(refs);
    expect(sbom.dependencies.every(({ dependsOn }) => dependsOn.every((one) => known.has(one))))
      .toBe(true);
    const lock = await Bun.file(`${ROOT}bun.lock`).text();
    for (const { hashes: [hash] } of sbom.components) {
      expect(lock).toContain(Buffer.from(hash?.content ?? "", "hex").toString("base64"));
    }
  });

  test("is the same for the same lock file", async () => {
    expect(makeSbom(product, await readDependencies())).toEqual(sbom);
  });
});

const ADVISORY = {
  url: "https://github.com/advisories/GHSA-35jh-r3h4-6jhm",
  title: "Command injection",
  severity: "high",
  vulnerable_versions: "<99",
};

describe("the audit", () => {
  const report = { elysia: [ADVISORY] };
  const exception: AuditException = {
    id: "GHSA-35jh-r3h4-6jhm",
    package: "elysia",
    reason: "the service starts no commands",
    until: "2026-12-31",
  };

  test.each<[string, ReadonlyArray<AuditException>, string, boolean, string]>([
    ["fails without an exception", [], "2026-12-01", true, "elysia: high: Command injection"],
    ["passes until its last day", [exception], "2026-12-31", false, "excepted until 2026-12-31"],
    ["fails after it", [exception], "2027-01-01", true, "its exception ended on 2026-12-31"],
    [
      "is for one package",
      [{ ...exception, package: "effect" }],
      "2026-12-01",
      true,
      "elysia: high",
    ],
  ])("%s", (_, exceptions, today, isFailed, line) => {
    const verdict = judgeReport(report, { exceptions, today });
    expect(verdict.isFailed).toBe(isFailed);
    expect(verdict.lines.join("\n")).toContain(line);
  });

  test("names an exception that nothing needs any more", () => {
    const verdict = judgeReport({}, { exceptions: [exception], today: "2026-12-01" });
    expect(verdict).toEqual({
      isFailed: false,
      lines: ["GHSA-35jh-r3h4-6jhm is excepted and no longer reported: remove the exception"],
    });
  });

  test("asks the registry about production, or says that it does not answer", async () => {
    const asked: Array<string> = [];
    const registry = Bun.serve({
      port: 0,
      fetch: async (request) => {
        const bytes = await request.arrayBuffer();
        const isZipped = request.headers.get("content-encoding") === "gzip";
        const text = new TextDecoder().decode(isZipped ? Bun.gunzipSync(bytes) : bytes);
        asked.push(...Object.keys(JSON.parse(text) as object));
        return Response.json(report);
      },
    });
    const ask = (url: string) => readReport({ ...process.env, NPM_CONFIG_REGISTRY: url });
    expect(await ask(registry.url.href)).toEqual({ report });
    expect(asked).toEqual(expect.arrayContaining([...tree.direct]));
    expect(asked).not.toContain("fast-check");
    await registry.stop(true);
    expect(await ask(registry.url.href)).toEqual({ why: expect.stringContaining("error") });
  });

  test("ends with 0 where nothing was audited, or with 2 if it is strict", async () => {
    const registry = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response("no audit here", { status: 405 }),
    });
    const audit = (...args: ReadonlyArray<string>) =>
      runToEnd([process.execPath, "run", "test/supply_chain/audit.ts", ...args], {
        settings: { NPM_CONFIG_REGISTRY: registry.url.href },
      });
    const [lenient, strict, help, ...wrong] = await Promise.all([
      audit(),
      audit("--strict"),
      audit("--help"),
      audit("--strct"),
      audit("now"),
    ]);
    await registry.stop(true);
    const skipped = expect.stringMatching(/^skipped audit: the registry gave no report \(.*\)\n$/);
    expect([lenient.code, lenient.printed]).toEqual([0, skipped]);
    expect([strict.code, strict.printed]).toEqual([2, skipped]);
    expect([help.code, help.printed]).toEqual([0, expect.stringMatching(/^Usage: /)]);
    for (const { code, printed, logged } of wrong) {
      expect([code, printed]).toEqual([64, ""]);
      expect(logged).toMatch(/^Unknown .*\nUsage: /);
    }
  });

  test("has exceptions with a reason and a day each", () => {
    for (const { reason, until } of exceptions as ReadonlyArray<AuditException>) {
      expect([reason, until]).toEqual([
        expect.stringMatching(/\w{3}/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ]);
    }
  });
});
