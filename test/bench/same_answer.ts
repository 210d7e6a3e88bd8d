/**
 * Checks that compared servers give the same answers.
 *
 * @module
 */

/** Throws unless all answers have the same header names and bodies of the same length. */
export async function expectSameAnswers(urls: ReadonlyArray<string>): Promise<void> {
  const shapes = await Promise.all(urls.map(async (url) => {
    const response = await fetch(url);
    const length = (await response.text()).length;
    return JSON.stringify({ names: [...response.headers.keys()].sort(), length });
  }));
  const other = shapes.find((shape) => shape !== shapes[0]);
  if (other !== undefined) {
    throw new Error(`Cannot compare servers that answer differently: ${shapes[0]} and ${other}`);
  }
}
