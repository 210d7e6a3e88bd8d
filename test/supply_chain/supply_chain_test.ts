/** What the service is made of: its licences, and its bill of materials. @module */
import Ajv from "ajv";
import { expect, test } from "bun:test";
import { readDependencies, ROOT } from "./dependencies.ts";
import { makeSbom, type Product } from "./sbom.ts";

/** Permissive licences: they ask to be named, and nothing of who serves or changes the service. */
const ALLOWED: ReadonlyArray<string> = [
  ...["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0"],
  ...["CC0-1.0", "ISC", "MIT", "Unlicense"],
];

const tree = await readDependencies();
const installed = [...tree.all.values()].filter(({ licence }) => licence !== undefined);

test("every package that production needs has a permissive licence", () => {
  expect(installed.length).toBeGreaterThan(tree.direct.length);
  expect(installed.filter(({ licence = "" }) => !ALLOWED.includes(licence))).toEqual([]);
});

test("the bill of materials is CycloneDX 1.6 by its schema, and has every package", async () => {
  const sbom = makeSbom(await Bun.file(`${ROOT}package.json`).json() as Product, tree);
  const schemas = `${ROOT}node_modules/@cyclonedx/cyclonedx-library/res/schema`;
  const schemaOf = (name: string) => Bun.file(`${schemas}/${name}.SNAPSHOT.schema.json`).json();
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const part of ["spdx", "jsf-0.82"]) {
    const address = `http://cyclonedx.org/schema/${part}.SNAPSHOT.schema.json`;
    ajv.addSchema({ ...await schemaOf(part), $id: address });
  }
  const isValid = ajv.compile(await schemaOf("bom-1.6"));
  expect([isValid(sbom), isValid.errors]).toEqual([true, null]);
  expect(new Set(sbom.components.map(({ name, group }) => group ? `${group}/${name}` : name)))
    .toEqual(new Set([...tree.all.values()].map(({ name }) => name)));
});
