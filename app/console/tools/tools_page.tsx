/**
 * @module
 */
import type { PageProps } from "../frame/pages.ts";

/** The page. */
export function Page({ item }: PageProps) {
  return <h1>tools {item}</h1>;
}
