// Waiting for something that can only be looked at. Without a limit of its own: the runner has one.
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves when `isSo` says yes; looks every few milliseconds. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5)
}
