// Drains what is left of a response body after the last event of its answer. A wire announces the end of an answer
// before the body ends; leaving the body there would tear down the connection, and the next call would have to open
// another. So the rest, normally nothing, is read to its end in the background.

const longestMs = 250
const mostChunks = 16

/**
 * Leaves a body. With `cancel`, which ends a body that sends nothing more, the rest is drained in the background;
 * without it the body is ended at once.
 */
export async function leave(body: AsyncIterator<Uint8Array>, cancel: (() => void) | undefined): Promise<void> {
  if (cancel) void drain(body, cancel)
  else await body.return?.()
}

/** Ignores a failure after the answer, which affects no caller. */
async function drain(body: AsyncIterator<Uint8Array>, cancel: () => void): Promise<void> {
  const timer = setTimeout(cancel, longestMs)
  try {
    for (let left = mostChunks; left > 0; left--) if ((await body.next()).done === true) return
    cancel()
  } catch {
    // The body has ended already.
  } finally {
    clearTimeout(timer)
  }
}
