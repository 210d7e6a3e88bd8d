/**
 * The text of `bun run account --help`.
 *
 * @module
 */
import { usageLine } from "../../wiring/own_command.ts";

/** The usage text with every command. */
export const USAGE = `${usageLine("account <command> [--sandbox | --live]")}
  add <email>                 opens an account
  key <email> [--scopes read,trade] [--name "market maker"]
                              makes an API key and prints it, once; without --scopes it reads alone
  keys <email>                lists an account's API keys
  link <email>                prints a one-time link to the console, which signs in for 15 minutes
  revoke <prefix>             revokes a key, within 10 s on every replica
  wallets <email>             lists an account's wallets
  wallet import <email> --type 0..3 [--funder 0x...]
                              imports a wallet; reads its private key from stdin or a prompt. It
                              may trade 50 USDC an order and 200 a UTC day until that is changed
  wallet paper <email> [--usdc 1000] [--latency 80ms] [--address 0x... [--type 0..3 --funder 0x...]]
                              opens a paper wallet: its orders meet the real books, and never leave
                              this machine. --address lets the venue's own clients sign for it
  wallet provision <id>       gets the venue's API key, reads balance and approvals, and shows in
                              which markets the wallet can buy and sell, and what is missing
  wallet show <id>            shows a wallet, its balance, its limits and what it can trade
  wallet limit <id> [--max-order-usdc 250|none] [--max-daily-usdc 1000|none] | --none
                              limits one order, or all orders of a UTC day; omitted limits stay,
                              --none removes both
  wallet claim <id> --policy auto|off
                              claims by itself what the wallet has won, or only on request
  hooks <email>               lists an account's webhooks, and what waits for them
  hook add <email> --url https://... --events order.settled,window.closed
      [--assets btc,eth] [--intervals 5min,1hour]
                              adds a webhook and prints its signing secret, once
  hook test <id>              sends a ping at once, and shows the receiver's answer
  hook rotate <id>            prints a new secret; the former signs beside it for 24 hours
  hook resume <id>            sends again to a webhook that was stopped
  hook remove <id>            removes a webhook, and what waits for it
  rotate                      reseals all secrets under WALLET_KEY; WALLET_KEY_PREVIOUS opens them

  --sandbox   the sandbox of SANDBOX_SEED (1)
  --live      live mode, even where only a sandbox is running

Events of webhooks: window.opened, window.closed, order.settled, order.canceled,
fill.matched, fill.confirmed, fill.failed, guard.fired, claim.confirmed, position.differs,
feed.down.
Types: 0 key (EOA), 1 proxy, 2 Safe, 3 deposit wallet; 1 to 3 need --funder, their contract.
Results go to stdout, everything else to stderr.`;
