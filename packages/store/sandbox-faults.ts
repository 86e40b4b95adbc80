// The fault rules of a sandbox, with what each has done. A match is counted where the rule is, so that "the third
// call" is one call however many processes answer.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface SandboxFault {
  readonly position: number
  /** JSON. */
  readonly rule: string
  /** The number of calls that the rule's conditions on API and endpoint have matched. */
  readonly matched: number
  /** The number of calls to which it was applied. */
  readonly applied: number
}

export interface SandboxFaultsRepository {
  /** Lists the rules in order. */
  list(sandboxId: string): Promise<SandboxFault[]>
  /** Replaces all rules; their counts begin at 0. */
  replace(sandboxId: string, rules: readonly string[]): Promise<void>
  /** Counts a match of a rule and returns its number, from 1; undefined if the rule is gone. */
  countMatch(sandboxId: string, position: number): Promise<number | undefined>
  countApplied(sandboxId: string, position: number): Promise<void>
}

/** Creates the repository of fault rules. */
export function createSandboxFaultsRepository(db: Kysely<Tables>): SandboxFaultsRepository {
  const update = (sandboxId: string, position: number) =>
    db.updateTable('sandbox_faults').where('sandbox_id', '=', sandboxId).where('position', '=', position)
  return {
    list: (sandboxId) =>
      db
        .selectFrom('sandbox_faults')
        .select(['position', 'rule', 'matched', 'applied'])
        .where('sandbox_id', '=', sandboxId)
        .orderBy('position')
        .execute(),
    replace: (sandboxId, rules) =>
      db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('sandbox_faults').where('sandbox_id', '=', sandboxId).execute()
        const rows = rules.map((rule, position) => ({ sandbox_id: sandboxId, position, rule, matched: 0, applied: 0 }))
        if (rows.length > 0) await transaction.insertInto('sandbox_faults').values(rows).execute()
        await transaction
          .updateTable('sandboxes')
          .set({ has_faults: rows.length > 0 ? 1 : 0 })
          .where('id', '=', sandboxId)
          .execute()
      }),
    countMatch: async (sandboxId, position) => {
      const row = await update(sandboxId, position)
        .set((column) => ({ matched: column('matched', '+', 1) }))
        .returning('matched')
        .executeTakeFirst()
      return row?.matched
    },
    countApplied: async (sandboxId, position) => {
      await update(sandboxId, position)
        .set((column) => ({ applied: column('applied', '+', 1) }))
        .execute()
    },
  }
}
