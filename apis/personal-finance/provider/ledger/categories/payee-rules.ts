// Category rules, which map payees to categories. A rule matches if the payee contains each of its words, in any order
// and case. The newest matching rule decides.
import type { Selectable } from 'kysely'
import type { CategoryRulesTable } from '../../../tables.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { foldForSearch } from '../../search-text.ts'

export type CategoryRuleRow = Selectable<CategoryRulesTable>

/** Returns the category of a payee, or undefined. */
type Categorise = (payee: string) => number | undefined

export function matchesPayee(payeeMatches: string, payee: string): boolean {
  const folded = foldForSearch(payee)
  return wordsOf(payeeMatches).every((word) => folded.includes(word))
}

/** Returns the folded words of a rule. */
export function wordsOf(payeeMatches: string): string[] {
  return foldForSearch(payeeMatches)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** Returns all rules, newest first. It must run inside `withSnapshot` or `withLock`. */
export async function readRules(db: Db, { owner }: Ledger): Promise<CategoryRuleRow[]> {
  const rows = db.selectFrom('personal_finance_category_rules').selectAll().where('owner', '=', owner)
  return rows.orderBy('id', 'desc').execute()
}

/** Returns the rules of the ledger as a function of payees. */
export async function categoriser(db: Db, ledger: Ledger): Promise<Categorise> {
  const rules = (await readRules(db, ledger)).map((rule) => ({
    id: rule.category_id,
    words: wordsOf(rule.payee_matches),
  }))
  return (payee) => {
    const folded = foldForSearch(payee)
    return rules.find(({ words }) => words.every((word) => folded.includes(word)))?.id
  }
}
