// A thread's state in shared memory, readable while the thread is blocked: that it is alive, which requests it has
// begun, and whose call is running.
import { AsyncLocalStorage } from 'node:async_hooks'
import { promiseHooks } from 'node:v8'
import type { ThreadVitals } from './messages.ts'

const longestOwner = 255

export function createVitals(): ThreadVitals {
  return {
    pulse: new Int32Array(new SharedArrayBuffer(4)),
    begun: new Int32Array(new SharedArrayBuffer(4)),
    owner: new Uint8Array(new SharedArrayBuffer(1 + longestOwner)),
  }
}

/** Returns the account whose call is running on the thread, or ran last; empty for work of no account. */
export function ownerIn({ owner }: ThreadVitals): string {
  const [length = 0, ...text] = owner
  return String.fromCharCode(...text.slice(0, length))
}

export interface OwnerNotes {
  /** Attributes a function, and whatever it starts, to the account; to none if it is empty. */
  run<T>(account: string, work: () => T): T
}

/**
 * Records, on the thread, whose work is running. The work of several calls alternates at each `await`, so V8 reports
 * when a promise continues: some 50 ns each. A callback without a promise counts as the work before it.
 */
export function noteOwners({ owner }: ThreadVitals): OwnerNotes {
  const owners = new AsyncLocalStorage<string>()
  let noted = ''
  const note = (account: string) => {
    if (account === noted) return
    noted = account
    const length = Math.min(account.length, longestOwner)
    for (let at = 0; at < length; at++) owner[at + 1] = account.charCodeAt(at)
    owner[0] = length
  }
  const noteCurrent = () => note(owners.getStore() ?? '')
  promiseHooks.onBefore(noteCurrent)
  process.on('uncaughtExceptionMonitor', noteCurrent)
  return {
    run: (account, work) =>
      owners.run(account, () => {
        note(account)
        return work()
      }),
  }
}
