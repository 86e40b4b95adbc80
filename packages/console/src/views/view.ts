// What every view receives.
import type { Gateway } from '../../../client/mod.ts'

export interface ViewContext {
  readonly gateway: Gateway
  readonly key: string
  /** Renders the current section again. */
  readonly again: () => Promise<void>
  /** The rest of the fragment after the section. */
  readonly rest: readonly string[]
}
export type View = (context: ViewContext) => Promise<HTMLElement>
