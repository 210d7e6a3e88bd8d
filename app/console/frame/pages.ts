/**
 * The pages of the console. The code of each is loaded when it is first shown.
 *
 * @module
 */
import type { ComponentType } from "preact";

/** What a page's module has. */
export interface PageModule {
  readonly Page: ComponentType<PageProps>;
}

/** What a page is shown with. */
export interface PageProps {
  /** The part of the path after the page's own name, such as an asset. */
  readonly item: string | undefined;
}

/** One page. */
export interface PageEntry {
  /** Its path after `/console`, without its item. */
  readonly path: string;
  readonly title: string;
  /** Whether the list of pages has it. */
  readonly isListed: boolean;
  /** Whether only somebody who is signed in can see it. */
  readonly needsSession: boolean;
  readonly load: () => Promise<PageModule>;
}

/** Every page, in the order of the list. */
export const PAGES: ReadonlyArray<PageEntry> = [
  {
    path: "",
    title: "Markets",
    isListed: true,
    needsSession: false,
    load: () => import("../board/board_page.tsx"),
  },
  {
    path: "/games",
    title: "Games",
    isListed: true,
    needsSession: true,
    load: () => import("../games/games_page.tsx"),
  },
  {
    path: "/wallets",
    title: "Wallets",
    isListed: true,
    needsSession: true,
    load: () => import("../wallets/wallets_page.tsx"),
  },
  {
    path: "/positions",
    title: "Positions",
    isListed: true,
    needsSession: true,
    load: () => import("../positions/positions_page.tsx"),
  },
  {
    path: "/keys",
    title: "Keys",
    isListed: true,
    needsSession: true,
    load: () => import("../keys/keys_page.tsx"),
  },
  {
    path: "/tools",
    title: "Tools",
    isListed: true,
    needsSession: false,
    load: () => import("../tools/tools_page.tsx"),
  },
  {
    path: "/account",
    title: "Account",
    isListed: false,
    needsSession: true,
    load: () => import("../account/account_page.tsx"),
  },
  {
    path: "/market",
    title: "Market",
    isListed: false,
    needsSession: false,
    load: () => import("../market/market_page.tsx"),
  },
  {
    path: "/sign-in",
    title: "Sign in",
    isListed: false,
    needsSession: false,
    load: () => import("../sign_in/sign_in_page.tsx"),
  },
  {
    path: "/setup",
    title: "Set up",
    isListed: false,
    needsSession: false,
    load: () => import("../setup/setup_page.tsx"),
  },
  {
    path: "/link",
    title: "Sign in",
    isListed: false,
    needsSession: false,
    load: () => import("../sign_in/link_page.tsx"),
  },
];

/** A page and its item. */
export interface ShownPage {
  readonly entry: PageEntry;
  readonly item: string | undefined;
}

/** Returns the page at a path; undefined where there is none. */
export function pageAt(path: string): ShownPage | undefined {
  const rest = path.replace(/^\/console/, "");
  const [, name = "", item] = rest.split("/");
  const entry = PAGES.find((one) => one.path === (name === "" ? "" : `/${name}`));
  return entry && { entry, item: item === undefined ? undefined : decodeURIComponent(item) };
}
