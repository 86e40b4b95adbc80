// What every view gets.
import type { Gateway } from '../../../client/mod.ts'

export interface ViewContext {
  readonly gateway: Gateway
  readonly key: string
  /** Shows the current section anew. */
  readonly again: () => Promise<void>
  /** What stands after the section in the address. */
  readonly rest: readonly string[]
}
export type View = (context: ViewContext) => Promise<HTMLElement>
