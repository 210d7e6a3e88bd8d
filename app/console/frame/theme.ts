/**
 * Day and night: as the reader's system is, or as the reader chose.
 *
 * @module
 */
import { signal } from "@preact/signals";

/** The choices, in the order in which the button goes through them. */
const THEMES = ["system", "light", "dark"] as const;

/** One of the choices. */
export type Theme = (typeof THEMES)[number];

const KEPT_AS = "strikeline.theme";

/** The reader's choice. */
export const theme = signal<Theme>(keptTheme());

/** Shows the page in the chosen theme. */
export function applyTheme(): void {
  document.documentElement.style.colorScheme = theme.value === "system"
    ? "light dark"
    : theme.value;
}

/** Chooses the next theme, and keeps it. */
export function changeTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "system";
  try {
    localStorage.setItem(KEPT_AS, theme.value);
  } catch {
    // A browser that keeps nothing shows the choice until the page is left.
  }
  applyTheme();
}

function keptTheme(): Theme {
  try {
    return THEMES.find((one) => one === localStorage.getItem(KEPT_AS)) ?? "system";
  } catch {
    return "system";
  }
}
