// Category rules: which category a payee belongs to. A rule fits when every word of it is somewhere in the payee, in any order and
// in either case. Where several fit, the newest decides.
import type { Selectable } from 'kysely'
import type { CategoryRulesTable } from '../../../tables.ts'
import type { Db, World } from '../../ledger.ts'
import { foldText } from '../../search-text.ts'

export type CategoryRuleRow = Selectable<CategoryRulesTable>

/** Category of a payee, or undefined. */
export type Categorise = (payee: string) => number | undefined

/** Whether the rule fits the payee. */
export function fits(payeeMatches: string, payee: string): boolean {
  const folded = foldText(payee)
  return wordsOf(payeeMatches).every((word) => folded.includes(word))
}

/** Words of a rule, as `fits` looks for them. */
export function wordsOf(payeeMatches: string): string[] {
  return foldText(payeeMatches)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** All rules, the newest first. Inside `readWorld` or `changeWorld`. */
export async function readRules(db: Db, { owner }: World): Promise<CategoryRuleRow[]> {
  const rows = db.selectFrom('personal_finance_category_rules').selectAll().where('owner', '=', owner)
  return rows.orderBy('id', 'desc').execute()
}

/** What the rules of the world make of payees. */
export async function categoriser(db: Db, world: World): Promise<Categorise> {
  const rules = (await readRules(db, world)).map((rule) => ({
    id: rule.category_id,
    words: wordsOf(rule.payee_matches),
  }))
  return (payee) => {
    const folded = foldText(payee)
    return rules.find(({ words }) => words.every((word) => folded.includes(word)))?.id
  }
}
