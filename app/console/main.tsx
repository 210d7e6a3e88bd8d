/**
 * Starts the console in a browser.
 *
 * @module
 */
import { render } from "preact";
import { Frame } from "./frame/frame.tsx";
import { followLinks } from "./frame/location.ts";
import { applyTheme } from "./frame/theme.ts";
import { loadSession } from "./service/session.ts";

applyTheme();
followLinks();
void loadSession();
render(<Frame />, document.body);
