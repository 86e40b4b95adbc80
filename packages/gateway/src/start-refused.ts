// The error of a start that must not go on.

/** Thrown while the gateway starts; its message tells the operator what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
