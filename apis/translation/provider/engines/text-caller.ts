/** The caller of a text: the account, among which engines take turns, and the signal of its leaving. */
export interface TextCaller {
  readonly account: string
  readonly signal: AbortSignal
}
