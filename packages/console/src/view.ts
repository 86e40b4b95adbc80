// What a view is: it loads its data and returns how to draw it.
import type { TemplateResult } from 'lit-html'
import type { Address } from './address.ts'
import type { Role } from './session.ts'

/** What a view may use of the page around it. */
export interface Stage extends Address {
  readonly role: Role
  /** Draws the same data again, after a state of the view has changed. */
  readonly draw: () => void
  /** Loads the data again and draws it; what has the focus keeps it. */
  readonly reload: () => Promise<void>
}
export type Draw = () => TemplateResult
/** Rejects with a `Refusal`, which is then shown in its place. */
export type View = (stage: Stage) => Promise<Draw>
