// The promise that a method returns: of the result, or of the response it comes in.

/** The result of a call that has been sent. */
export interface ApiPromise<T> extends Promise<T> {
  /**
   * The response with its body unread, instead of the result; to be called on the promise before anything is awaited:
   * `await gw.randomness.bool().response()`. Throws like the call itself when it is not a success.
   */
  response(): Promise<Response>
}

/** Joins a request under way and what reads its response; `leave` is called instead when the caller reads it. */
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
      // whoever asks for the response gets its errors
      result.catch(() => undefined)
      return sent
    },
  })
}
