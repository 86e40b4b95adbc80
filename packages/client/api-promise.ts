// The promise that a method returns: of the result, or of the whole response.

/** The result of a call that has been sent. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * Returns the response with its body unread, instead of the result. Call it on the promise before awaiting anything:
   * `await gw.randomness.bool().response()`. Throws like the call itself if it is not a success.
   */
  response(): Promise<Response>
}

/** Joins a running request and the reader of its response; `leave` is called instead if the caller reads it. */
export function apiPromise<T>(
  sent: Promise<Response>,
  read: (response: Response) => Promise<T>,
  leave: () => void,
): ApiPromise<T | undefined> {
  let isTaken = false
  const result = sent.then((response) => (isTaken ? leave() : read(response)) ?? undefined)
  return Object.assign(result, {
    response() {
      isTaken = true
      // the caller of `response()` gets its errors
      result.catch(() => undefined)
      return sent
    },
  })
}
