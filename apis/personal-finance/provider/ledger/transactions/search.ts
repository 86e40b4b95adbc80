// Finds transactions that contain each word of a search in their text (search-text.ts), in the title of their category
// or in a name of their account (SOURCES 6.3). The database compares the texts of the list one by one.
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Ledger } from '../../ledger.ts'
import { foldForSearch } from '../../search-text.ts'
import type { MatchQuery } from './matches.ts'
import type { LedgerContext } from './view.ts'

/** Restricts the list to transactions with all words. */
export function searched(query: MatchQuery, words: readonly string[], { dialect }: Ledger, context: LedgerContext) {
  const position = sql.raw(dialect === 'postgres' ? 'strpos' : 'instr')
  return words.reduce((narrowed, word) => {
    const contains = sql<SqlBool>`${position}(search_text, ${word}) > 0`
    return narrowed.where((row) => row.or([contains, ...namedBy(word, context)]))
  }, query)
}

function namedBy(word: string, { transactionAccounts, tree }: LedgerContext): Expression<SqlBool>[] {
  const isMatch = (name: string) => foldForSearch(name).includes(word)
  const categories = tree.rows.filter(({ title }) => isMatch(title))
  const accounts = transactionAccounts.flatMap(({ row, account }) =>
    isMatch(row.name) || isMatch(account.title) ? [row] : [],
  )
  return [...isOneOf('category_id', categories), ...isOneOf('transaction_account_id', accounts)]
}

/** Returns a condition with ids as literals: a ledger can have more categories than SQLite binds values. */
function isOneOf(column: string, records: readonly { readonly id: number }[]): Expression<SqlBool>[] {
  if (records.length === 0) return []
  return [sql<SqlBool>`${sql.ref(column)} in (${sql.join(records.map(({ id }) => sql.lit(id)))})`]
}
