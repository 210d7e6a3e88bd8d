/**
 * `bun run sbom [--output FILE]`: what the service is made of, as CycloneDX 1.6 in JSON.
 *
 * The same lock file gives the same bytes, so that two can be compared.
 *
 * @module
 */
import process from "node:process";
import { type Dependency, type DependencyTree, readDependencies, ROOT } from "./dependencies.ts";
import { usageLine } from "../../app/wiring/own_command.ts";

/** What the service itself says of itself. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/** Makes the document. */
export function makeSbom(product: Product, { direct, all }: DependencyTree) {
  const dependencies = [...all.values()].toSorted((a, b) => a.place < b.place ? -1 : 1);
  const root = `pkg:npm/${product.name}@${product.version}`;
  const refOf = (place: string) => {
    const found = all.get(place);
    return found === undefined ? [] : [purlOf(found)];
  };
  const byPurl = new Map(dependencies.map((one) => [purlOf(one), one]));
  const needsOf = ({ needs }: Dependency) => [...new Set(needs.flatMap(refOf))].toSorted();
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${idOf([root, ...byPurl.keys()])}`,
    version: 1,
    metadata: {
      component: {
        type: "application",
        "bom-ref": root,
        name: product.name,
        version: product.version,
        description: product.description,
        licenses: [{ license: { id: product.license } }],
        purl: root,
      },
    },
    components: [...byPurl].map(([purl, one]) => componentOf(purl, one)),
    dependencies: [
      { ref: root, dependsOn: direct.flatMap(refOf).toSorted() },
      ...[...byPurl].map(([ref, one]) => ({ ref, dependsOn: needsOf(one) })),
    ],
  };
}

function componentOf(purl: string, { name, version, sha512, licence }: Dependency) {
  const [, group, bare = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    ...(group === undefined ? {} : { group }),
    name: bare,
    version,
    scope: "required",
    hashes: [{ alg: "SHA-512", content: Buffer.from(sha512, "base64").toString("hex") }],
    ...(licence === undefined ? {} : { licenses: licencesOf(licence) }),
    purl,
  };
}

function licencesOf(expression: string) {
  return expression.includes(" ") ? [{ expression }] : [{ license: { id: expression } }];
}

/** The package URL of an npm package, whose scope's `@` is encoded. */
function purlOf({ name, version }: Dependency): string {
  return `pkg:npm/${name.replace(/^@/, "%40")}@${version}`;
}

/** A UUID of version 8 that is made of what the document lists. */
function idOf(parts: ReadonlyArray<string>): string {
  const hex = new Bun.CryptoHasher("sha256").update(parts.join("\n")).digest("hex");
  const [a, b, c, d, e] = [[0, 8], [8, 12], [13, 16], [17, 20], [20, 32]]
    .map(([from, to]) => hex.slice(from, to));
  return `${a}-${b}-8${c}-8${d}-${e}`;
}

const USAGE = `${usageLine("sbom [--output FILE]")}\n` +
  "Writes what the service is made of, as CycloneDX 1.6 in JSON; without a file, to the terminal.";

async function main([option, file, ...more]: ReadonlyArray<string>): Promise<number> {
  if (option === "--help") {
    console.log(USAGE);
    return 0;
  }
  const isToFile = option === "--output" && file !== undefined;
  if (more.length > 0 || (option !== undefined && !isToFile)) {
    console.error(`Unknown argument "${[option, file, ...more].filter(Boolean).join(" ")}"`);
    console.error(USAGE);
    return 1;
  }
  const product = await Bun.file(`${ROOT}package.json`).json() as Product;
  const text = `${JSON.stringify(makeSbom(product, await readDependencies()), null, 2)}\n`;
  if (isToFile) await Bun.write(file, text);
  else process.stdout.write(text);
  return 0;
}

if (import.meta.main) process.exitCode = await main(Bun.argv.slice(2));
