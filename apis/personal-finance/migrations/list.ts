// The migrations in the order in which they run.
import ledger from './0001-ledger.ts'
import plans from './0002-plans.ts'
import search from './0003-search.ts'
import categoryMonths from './0004-category-months.ts'
import wordingUses from './0005-wording-uses.ts'
import sharedHousehold from './0006-shared-household.ts'
import searchText from './0007-search-text.ts'

export const migrations = {
  '0001-ledger': ledger,
  '0002-plans': plans,
  '0003-search': search,
  '0004-category-months': categoryMonths,
  '0005-wording-uses': wordingUses,
  '0006-shared-household': sharedHousehold,
  '0007-search-text': searchText,
}
