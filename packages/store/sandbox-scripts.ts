// The scripts of a sandbox, which its providers follow, with how often each rule has matched. A match is counted where
// the scripts are, so that a sequence of answers is one sequence however many processes give it.
import type { Kysely } from 'kysely'
import type { Tables } from './schema.ts'

export interface SandboxScriptsRepository {
  /** Returns the scripts as JSON; undefined without any. */
  find(sandboxId: string): Promise<string | undefined>
  /** Lists how often each rule has matched, in order. */
  counts(sandboxId: string): Promise<number[]>
  /** Replaces the scripts, which have so many rules; their counts begin at 0. */
  replace(sandboxId: string, scripts: string, rules: number): Promise<void>
  /** Sets all counts to 0. */
  restart(sandboxId: string): Promise<void>
  /** Gives a new sandbox the scripts of another one, with their counts. */
  copy(fromId: string, toId: string): Promise<void>
  /** Counts a match of a rule and returns its number, from 1; undefined if the rule is gone. */
  countMatch(sandboxId: string, position: number): Promise<number | undefined>
}

/** Creates the repository of scripts. */
export function createSandboxScriptsRepository(db: Kysely<Tables>): SandboxScriptsRepository {
  const find = async (sandboxId: string) =>
    (await db.selectFrom('sandbox_scripts').select('scripts').where('sandbox_id', '=', sandboxId).executeTakeFirst())
      ?.scripts
  const counts = async (sandboxId: string) => {
    const rules = db.selectFrom('sandbox_script_rules').select('matched').where('sandbox_id', '=', sandboxId)
    return (await rules.orderBy('position').execute()).map(({ matched }) => matched)
  }
  const write = (sandboxId: string, scripts: string, matches: readonly number[]) =>
    db.transaction().execute(async (transaction) => {
      // the row is locked first, so that whoever writes at the same time waits
      await transaction
        .insertInto('sandbox_scripts')
        .values({ sandbox_id: sandboxId, scripts })
        .onConflict((conflict) => conflict.column('sandbox_id').doUpdateSet({ scripts }))
        .execute()
      await transaction.deleteFrom('sandbox_script_rules').where('sandbox_id', '=', sandboxId).execute()
      const rows = matches.map((matched, position) => ({ sandbox_id: sandboxId, position, matched }))
      if (rows.length > 0) await transaction.insertInto('sandbox_script_rules').values(rows).execute()
    })
  return {
    find,
    counts,
    replace: (sandboxId, scripts, rules) => write(sandboxId, scripts, Array<number>(rules).fill(0)),
    async restart(sandboxId) {
      await db.updateTable('sandbox_script_rules').set({ matched: 0 }).where('sandbox_id', '=', sandboxId).execute()
    },
    async copy(fromId, toId) {
      const scripts = await find(fromId)
      if (scripts !== undefined) await write(toId, scripts, await counts(fromId))
    },
    async countMatch(sandboxId, position) {
      const row = await db
        .updateTable('sandbox_script_rules')
        .set((column) => ({ matched: column('matched', '+', 1) }))
        .where('sandbox_id', '=', sandboxId)
        .where('position', '=', position)
        .returning('matched')
        .executeTakeFirst()
      return row?.matched
    },
  }
}
