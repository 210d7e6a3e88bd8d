/**
 * What the service is made of: its licences, its bill of materials, and what is known against
 * it.
 *
 * @module
 */
import Ajv from "ajv";
import { describe, expect, test } from "bun:test";
import type { AuditException } from "./audit.ts";
import exceptions from "./audit_exceptions.json" with { type: "json" };
import { readDependencies, ROOT } from "./dependencies.ts";
import { isAllowed } from "./licences.ts";
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
    ["GPL-3.0-only", false],
    ["none", false],
    ["(MIT OR GPL-3.0-only)", true],
    ["MIT OR GPL-3.0-only AND AGPL-3.0-only", true],
    ["MIT AND GPL-3.0-only", false],
    ["SEE LICENSE IN LICENSE", false],
  ])("are allowed as their expression offers and demands: %s is %p", (expression, expected) => {
    expect(isAllowed(expression)).toBe(expected);
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

describe("the audit", () => {
  test("has exceptions with a reason and a day each", () => {
    for (const { reason, until } of exceptions as ReadonlyArray<AuditException>) {
      expect([reason, until]).toEqual([
        expect.stringMatching(/\w{3}/),
        expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      ]);
    }
  });
});
