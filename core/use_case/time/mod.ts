/** The machine's time, and jobs that repeat. @module */
export { CallerPatience } from "./caller_patience.ts";
export { keepLeases } from "./kept_leases.ts";
export { asLongAsItTook, recordRun, repeatJob, type Repetition } from "./repeat_job.ts";
export { ClockSpeed, type MachineClock, MachineTime } from "./machine_time.ts";
