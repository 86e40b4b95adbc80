// The interface of a view: it loads its data and returns a function that draws it.
import type { TemplateResult } from 'lit-html'
import type { Address } from './address.ts'
import type { Role } from './session.ts'

/** The parts of the surrounding page that a view uses. */
export interface Stage extends Address {
  readonly role: Role
  /** Redraws the same data after a change of the view's state. */
  readonly draw: () => void
  /** Reloads the data and draws it, keeping the focus. */
  readonly reload: () => Promise<void>
}
export type Draw = () => TemplateResult
/** Rejects with a `Refusal`, which is then shown instead of the view. */
export type View = (stage: Stage) => Promise<Draw>
