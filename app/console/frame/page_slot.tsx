/**
 * Shows the page of the current place, once its code has arrived.
 *
 * @module
 */
import { useEffect, useErrorBoundary, useRef, useState } from "preact/hooks";
import { service, session } from "../service/session.ts";
import { FailureNote } from "../part/failure_note.tsx";
import { Waiting } from "../part/waiting.tsx";
import { AnswerFailure } from "../service/answer_failure.ts";
import { addressOf, goTo, place } from "./location.ts";
import { pageAt, type PageEntry, type PageModule } from "./pages.ts";

/** The page, or why it cannot be shown. */
export function PageSlot() {
  const { path } = place.value;
  const shown = pageAt(path);
  const isFirst = useRef(true);
  useEffect(() => {
    document.title = `${shown?.entry.title ?? "Not found"} - Strikeline`;
    // A reader of the screen, or of the keyboard, goes on where the new page begins.
    if (!isFirst.current) document.getElementById("page")?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [path]);
  if (shown === undefined) {
    return (
      <section>
        <h1>Not found</h1>
        <p>
          There is no page at {path}. <a href="/console">See the markets</a>.
        </p>
      </section>
    );
  }
  return <LoadedPage key={shown.entry.path} entry={shown.entry} item={shown.item} />;
}

function LoadedPage(
  { entry, item }: { readonly entry: PageEntry; readonly item: string | undefined },
) {
  const [module, setModule] = useState<PageModule>();
  const [failure, setFailure] = useState<AnswerFailure>();
  const [defect, showAgain] = useErrorBoundary();
  const isLockedOut = entry.needsSession && service.value !== undefined &&
    session.value === undefined;
  useEffect(() => {
    entry.load().then(setModule, () =>
      setFailure(
        new AnswerFailure("This page's code did not arrive", {
          status: 0,
          hint: "Load the page again: the service may have been updated",
        }),
      ));
  }, []);
  useEffect(() => {
    if (!isLockedOut) return;
    const to = encodeURIComponent(addressOf(place.peek()));
    goTo(`/console/sign-in?to=${to}`, { isReplaced: true });
  }, [isLockedOut]);
  if (defect !== undefined) {
    return <FailureNote failure={AnswerFailure.of(defect)} retry={showAgain} />;
  }
  if (failure) return <FailureNote failure={failure} retry={() => location.reload()} />;
  const isReady = module !== undefined && !isLockedOut &&
    (!entry.needsSession || service.value !== undefined);
  // Nothing of one account, as a key that was just made, stays on the page of another.
  const owner = entry.needsSession ? session.value?.account.id : undefined;
  return isReady ? <module.Page key={owner} item={item} /> : <Waiting />;
}
