// Threads whose work can wait give way to the one that forwards calls.
import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

const lowerBy = 10

/** Lowers the priority of the thread it is called on. Linux schedules threads one by one; elsewhere nothing happens. */
export function lowerThreadPriority(): void {
  try {
    const id = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    if (id > 0) setPriority(id, lowerBy)
  } catch {
    // not Linux, or not permitted: the thread works with ordinary priority
  }
}
