/** The machine's time, and jobs that repeat. @module */
export { ClockSpeed, type MachineClock, MachineTime } from "./machine_time.ts";
