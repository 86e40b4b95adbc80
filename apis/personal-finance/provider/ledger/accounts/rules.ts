// What bodies may say of accounts.
import { badRequest, invalid } from '../../errors.ts'
import type { Db, Ledger } from '../../ledger.ts'
import { parseId } from '../../reading.ts'

/** Also what a user's `available_accounts` shows; the provider's plans differ in it. */
export const accountLimit = 500

/** An institution of the body; undefined when it names none, 422 when there is no such institution. */
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

/** Account ids in their new display order; 400 for an invalid list (SOURCES 3.2). */
export function orderIn({ accounts: list }: { readonly accounts?: unknown }): number[] {
  if (!Array.isArray(list) || list.length === 0 || list.length > accountLimit) throw wrongOrder()
  const ids = list.map((one: unknown): unknown => Reflect.get(Object(one), 'id'))
  if (!ids.every((id) => typeof id === 'number') || new Set(ids).size < ids.length) throw wrongOrder()
  return ids
}
