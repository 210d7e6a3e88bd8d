/**
 * @module
 */
export function Page() {
  return <h1>Games</h1>;
}
