// Validates bodies of accounts.
import { badRequest, invalid } from '../../errors.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { parseId } from '../../reading.ts'

/** Limit of accounts, also a user's `available_accounts`; the provider's limit depends on the subscription. */
export const accountLimit = 500

/** Returns the institution of the body; undefined if it names none. Throws 422 for an unknown institution. */
export async function institutionIn(
  db: Db,
  { owner }: Ledger,
  { institution_id: value }: { readonly institution_id?: unknown },
): Promise<number | undefined> {
  if (value === undefined || value === null) return undefined
  const id = parseId(value)
  const institutions = db.selectFrom('personal_finance_institutions').select('id').where('owner', '=', owner)
  const row = id === undefined ? undefined : await institutions.where('id', '=', id).executeTakeFirst()
  if (!row) throw invalid('institution_id is invalid')
  return row.id
}

export const wrongOrder = () => badRequest('accounts is invalid')

/** Returns account ids in their new display order. Throws 400 for an invalid list (SOURCES 3.2). */
export function orderIn({ accounts: list }: { readonly accounts?: unknown }): number[] {
  if (!Array.isArray(list) || list.length === 0 || list.length > accountLimit) throw wrongOrder()
  const ids = list.map((one: unknown) => (typeof one === 'object' && one !== null && 'id' in one ? one.id : undefined))
  if (!ids.every((id) => typeof id === 'number') || new Set(ids).size < ids.length) throw wrongOrder()
  return ids
}
