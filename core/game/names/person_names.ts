/**
 * The forms in which a person's name appears.
 *
 * @module
 */

/**
 * Returns the full name, the initial with the surname, the surname alone, and either order: `Carlos
 * Alcaraz`, `C. Alcaraz`, `Alcaraz C.`, `Alcaraz`, `Alcaraz Carlos`. For several surnames, also the
 * last one alone.
 */
export function personNames(fullName: string): ReadonlyArray<string> {
  const [first = "", ...rest] = fullName.trim().split(/\s+/);
  const surname = rest.join(" ");
  if (surname === "") return [fullName];
  const initial = first.slice(0, 1);
  return [
    fullName,
    `${initial} ${surname}`,
    `${surname} ${initial}`,
    surname,
    `${surname} ${first}`,
    rest.at(-1) ?? surname,
  ];
}
