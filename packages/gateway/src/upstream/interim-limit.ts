// Ends a request to an address of a caller that answers with interim answers (1xx) alone: each resets the limit of a
// head, and a flood of them takes the thread that serves calls.

/** Servers send one or two. */
const mostInterim = 10

/** Returns options of an undici request that is aborted with `error` when there are too many. */
export function limitInterim(signal: AbortSignal, error: Error) {
  const flooded = new AbortController()
  let seen = 0
  return {
    signal: AbortSignal.any([signal, flooded.signal]),
    onInfo() {
      if (++seen > mostInterim) flooded.abort(error)
    },
  }
}
