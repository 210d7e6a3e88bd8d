/**
 * Marks paper wallets, wherever one is shown, so that none is taken for a real one.
 *
 * @module
 */

/** Whether a wallet is on paper: its id is a UUID of version 8, which no other wallet has. */
export function isPaperWallet(walletId: string): boolean {
  return walletId.charAt(14) === "8";
}

/** The mark beside a wallet's name; nothing of a real one. */
export function PaperMark({ walletId }: { readonly walletId: string }) {
  return isPaperWallet(walletId) ? <strong class="mark paper">paper</strong> : null;
}

/** The note above everything about a wallet; nothing of a real one. */
export function PaperNote({ walletId }: { readonly walletId: string }) {
  if (!isPaperWallet(walletId)) return null;
  return (
    <aside class="note paper" aria-label="Paper wallet">
      <strong>Paper wallet.</strong>{" "}
      Its orders meet the venue's books as they are, and never leave this service: no money here is
      real. <a href="/docs/guide/rehearsal#paper-wallets">How they are matched</a>
    </aside>
  );
}
