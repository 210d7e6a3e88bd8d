/**
 * Names a browser by what it says of itself.
 *
 * @module
 */

/** Most browsers also name those that they descend from: the first that fits is the one. */
const BROWSERS: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/\b(?:Edg|EdgA|EdgiOS)\/(\d+)/, "Edge"],
  [/\bOPR\/(\d+)/, "Opera"],
  [/\b(?:Firefox|FxiOS)\/(\d+)/, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, "Chrome"],
  [/\bVersion\/(\d+)[^]*\bSafari\//, "Safari"],
  [/^curl\/(\d+)/, "curl"],
];

const SYSTEMS: ReadonlyArray<readonly [pattern: RegExp, name: string]> = [
  [/\bAndroid\b/, "Android"],
  [/\b(?:iPhone|iPad|iPod)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

const CHARS_MAX = 60;

/** Returns a name such as `Firefox 140 on Linux`; of what is not known, its own words. */
export function browserName(userAgent: string): string {
  if (userAgent === "") return "not said";
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const on = system === undefined ? "" : ` on ${system}`;
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}${on}`;
  }
  return userAgent.length > CHARS_MAX ? `${userAgent.slice(0, CHARS_MAX)}…` : userAgent;
}
