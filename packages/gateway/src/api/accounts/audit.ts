// The audit record: changes with their actors and times.
import { type AuditPage, type AuditSearch, createAuditRepository, type Store } from '#store'
import { currentCaller } from '../../call/current-caller.ts'

/**
 * A change, with its actor and target. `detail` never contains a secret; the record adds as `by` the key with which an
 * account made the change.
 */
interface Change {
  /** 'operator', or the id of an account that changes itself. */
  readonly actor: string
  readonly action: string
  readonly target: string
  readonly detail?: Readonly<Record<string, unknown>>
}
export interface Audit {
  write(change: Change): Promise<void>
  /** Returns changes, newest first. */
  list(search: AuditSearch): Promise<AuditPage>
}

/** The actor of all changes with the operator key. */
export const operatorActor = 'operator'

/** Creates the audit record of a store. */
export function createAudit({ store, clock }: { store: Store; clock: () => number }): Audit {
  const rows = createAuditRepository(store.db)
  return {
    write({ actor, action, target, detail = {} }) {
      const { surface = null, key } = currentCaller() ?? {}
      const named = actor === operatorActor || key === undefined ? detail : { ...detail, by: key }
      return rows.append({ at: clock(), actor, action, target, detail: named, surface })
    },
    list: (page) => rows.list(page),
  }
}
