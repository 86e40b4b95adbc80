// Category rules: which category a payee belongs to. A rule matches when the payee contains each of its words, in any
// order and case. Of several matching rules the newest decides.
import type { Selectable } from 'kysely'
import type { CategoryRulesTable } from '../../../tables.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { foldForSearch } from '../../search-text.ts'

export type CategoryRuleRow = Selectable<CategoryRulesTable>

/** Category of a payee, or undefined. */
export type Categorise = (payee: string) => number | undefined

export function matchesPayee(payeeMatches: string, payee: string): boolean {
  const folded = foldForSearch(payee)
  return wordsOf(payeeMatches).every((word) => folded.includes(word))
}

/** The words of a rule, folded. */
export function wordsOf(payeeMatches: string): string[] {
  return foldForSearch(payeeMatches)
    .split(/\s+/)
    .filter((word) => word !== '')
}

/** All rules, newest first. Inside `withSnapshot` or `withLock`. */
export async function readRules(db: Db, { owner }: Ledger): Promise<CategoryRuleRow[]> {
  const rows = db.selectFrom('personal_finance_category_rules').selectAll().where('owner', '=', owner)
  return rows.orderBy('id', 'desc').execute()
}

/** The rules of the ledger as a function of payees. */
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
