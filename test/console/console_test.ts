import { test } from "bun:test";
import { withReason } from "../skip_reason.ts";
import { accountClaims } from "./account_claims.ts";
import { boardClaims } from "./board_claims.ts";
import { NO_BROWSER } from "./browser.ts";
import { claimingClaims } from "./claiming_claims.ts";
import { firstAccountClaims } from "./first_account_claims.ts";
import { fitClaims } from "./fit_claims.ts";
import { gameClaims } from "./game_claims.ts";
import { lateAnswerClaims } from "./late_answer_claims.ts";
import { legClaims } from "./leg_claims.ts";
import { marketClaims } from "./market_claims.ts";
import { openConsole } from "./open_console.ts";
import { outageClaims } from "./outage_claims.ts";
import { pageClaims } from "./page_claims.ts";
import { positionClaims } from "./position_claims.ts";
import { setupClaims } from "./setup_claims.ts";
import { styleClaims } from "./style_claims.ts";
import { tradingClaims } from "./trading_claims.ts";

if (NO_BROWSER === undefined) {
  const opened = await openConsole();
  // First, as it counts the orders of the demo account.
  tradingClaims(opened);
  accountClaims(opened);
  boardClaims(opened);
  claimingClaims(opened);
  fitClaims(opened);
  gameClaims(opened);
  lateAnswerClaims(opened);
  legClaims(opened);
  marketClaims(opened);
  outageClaims(opened);
  pageClaims(opened);
  positionClaims(opened);
  styleClaims(opened);
  firstAccountClaims(opened);
  setupClaims(opened);
} else {
  test.skip(withReason("the console does in a browser what it promises", NO_BROWSER), () => {});
}
