/**
 * A command of the command line, for reading and copying.
 *
 * @module
 */

/** Lines of it end at its blanks: a browser alone would end one inside `--sandbox`. */
export function CommandText({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(" ").map((word, at) => (
        <span key={at}>
          {at === 0 ? "" : " "}
          <span class="word">{word}</span>
        </span>
      ))}
    </>
  );
}
