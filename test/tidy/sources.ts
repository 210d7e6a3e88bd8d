/** The files of this repository, as its tidy rules read them. @module */
import { Glob } from "bun";

/** A file by its path from the root. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** Every file of code. */
export const sources: ReadonlyArray<Source> = await Promise.all(
  [...new Glob("{core,adapters,app,test}/**/*.{ts,tsx}").scanSync(".")].map(async (path) => ({
    path,
    text: await Bun.file(path).text(),
  })),
);

/** What a file imports or exports from elsewhere, as it is written. */
export function importsOf({ text }: Source): ReadonlyArray<string> {
  const specifiers = text.matchAll(/^(?:(?:import|export|\}).* from|import) "([^"]+)"/gm);
  return [...specifiers].map((match) => match[1] ?? "");
}

/** A relative specifier as a path from the root; a package name as it is. */
export function resolve(source: Source, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  return new URL(specifier, `file:///${source.path}`).pathname.slice(1);
}

/** What breaks a rule, as `path: finding`, one line each. */
export function offenders(
  findings: (source: Source) => ReadonlyArray<string>,
): ReadonlyArray<string> {
  return sources.flatMap((source) =>
    findings(source).map((finding) => `${source.path}: ${finding}`)
  );
}

/** The same, as paths from the root and names of packages. */
export function resolvedImports(source: Source): ReadonlyArray<string> {
  return importsOf(source).map((specifier) => resolve(source, specifier));
}
