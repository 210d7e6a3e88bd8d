/**
 * Whether a process of this machine runs.
 *
 * @module
 */

/** Whether a process of that id runs; also true for another one that has its id by now. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: the process exists and belongs to another user.
    return (cause as { readonly code?: unknown }).code === "EPERM";
  }
}
