/**
 * A text that identifies a process of this machine: its id, and when it began. Ids alone are
 * reused, in containers at every start.
 *
 * @module
 */

/** Where the system does not say when a process began. */
const UNKNOWN = "unknown";
const SHAPE = /^(\d{1,10})_(\d{1,20}|unknown)$/;

/** Returns the mark of this process, such as `4711_88230`. */
export async function ownProcessMark(): Promise<string> {
  return `${process.pid}_${await processBegan(process.pid)}`;
}

/** Whether a text is the mark of a process that no longer runs. */
export async function isDeadMark(text: string): Promise<boolean> {
  const [, pid, began] = SHAPE.exec(text) ?? [];
  return pid !== undefined && !await isProcessAlive(Number(pid), began);
}

/** Whether the process of that id that began then still runs. Without `began`: any of that id. */
export async function isProcessAlive(pid: number, began = ""): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    // EPERM: the process exists and belongs to another user.
    if ((cause as { readonly code?: unknown }).code !== "EPERM") return false;
  }
  const begins = await processBegan(pid);
  return begins !== "gone" && (began === "" || begins === UNKNOWN || begins === began);
}

/**
 * Returns clock ticks from the machine's start to the process's, on Linux.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html (fields 3 and 22)
 */
export async function processBegan(pid: number): Promise<string> {
  const stat = await Bun.file(`/proc/${pid}/stat`).text().catch(() => "");
  // The second field is the name in parentheses, which may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (fields[0] === "Z" || fields[0] === "X") return "gone";
  return fields[19] ?? UNKNOWN;
}
