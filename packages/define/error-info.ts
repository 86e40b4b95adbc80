// What an entry of the registry of errors says.

/** The party at fault, and the chance that the same call succeeds later. */
export interface ErrorInfo {
  readonly status: number
  readonly from: 'caller' | 'upstream' | 'gateway'
  readonly retry: boolean
  /** False if no provider was called and the caller is not at fault: no limit counts such a call. */
  readonly counted?: false
  /** The public sentence; each `{blank}` is filled when the error is created. */
  readonly say: string
}
