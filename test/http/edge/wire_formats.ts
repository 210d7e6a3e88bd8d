/** Sets the formats that schemas of answers name, for tests that check answers. @module */
import { FormatRegistry } from "@sinclair/typebox";

FormatRegistry.Set("date-time", (text) => new Date(text).toJSON() === text);
FormatRegistry.Set("uri", (text) => URL.canParse(text));
FormatRegistry.Set("uuid", (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text));
