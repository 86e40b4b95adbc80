// The error of a refused start.

/** Thrown while the gateway starts; its message tells the operator what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
