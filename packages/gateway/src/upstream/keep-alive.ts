// How long an idle connection to a provider is used again. Most providers close idle connections without having said
// when, and a call that is sent at that moment is lost. So connections are kept for a second at first, then for twice
// as long as was seen to go well, and for half as long as it took a provider to close one.

export interface KeepAlive {
  /** For how long to keep an idle connection. */
  readonly ms: number
  /** The gateway closed a connection that had been idle for so long. */
  outlived(idleMs: number): void
  /** The provider closed a connection that had been idle for so long. */
  closedAfter(idleMs: number): void
}

const firstMs = 1000
const longestMs = 32_000
/** A provider that closes connections sooner than this is restarting, or closes them all. */
const leastMs = 100
/** For how long it is remembered when a provider closes connections. */
const memoryMs = 300_000

/** `onChange` is called with each new time; `monotonic` gives milliseconds. */
export function createKeepAlive(onChange: () => void, monotonic = () => performance.now()): KeepAlive {
  let ms = firstMs
  let closed = { afterMs: Number.POSITIVE_INFINITY, atMs: 0 }

  function set(next: number): void {
    if (next === ms) return
    ms = next
    onChange()
  }

  return {
    get ms() {
      return ms
    },
    outlived(idleMs) {
      if (idleMs < ms) return
      const limitMs = monotonic() - closed.atMs < memoryMs ? closed.afterMs / 2 : longestMs
      set(Math.max(ms, Math.min(2 * ms, longestMs, limitMs)))
    },
    closedAfter(idleMs) {
      if (idleMs < leastMs) return
      closed = { afterMs: idleMs, atMs: monotonic() }
      set(Math.min(ms, Math.max(leastMs, idleMs / 2)))
    },
  }
}
