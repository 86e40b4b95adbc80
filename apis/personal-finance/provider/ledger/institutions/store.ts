// Reads and writes institutions. Writers run inside `withLock`.
import type { Selectable } from 'kysely'
import type { InstitutionsTable } from '../../../tables.ts'
import { invalid, notFound } from '../../errors.ts'
import { type Db, type Ledger, takeIds } from '../../ledger.ts'

type InstitutionRow = Selectable<InstitutionsTable>

export const institutionResource = 'Institution'
/** Limit of lists of institutions and accounts, which are not paged. */
const institutionLimit = 500

export function readInstitutions(db: Db, { owner }: Ledger): Promise<InstitutionRow[]> {
  const rows = db.selectFrom('personal_finance_institutions').selectAll().where('owner', '=', owner)
  return rows.orderBy('id').execute()
}

/** Returns an institution. Throws 404 if it is unknown. */
export async function institutionOf(db: Db, { owner }: Ledger, id: number): Promise<InstitutionRow> {
  const rows = db.selectFrom('personal_finance_institutions').selectAll().where('owner', '=', owner)
  const row = await rows.where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(institutionResource)
  return row
}

/** Adds an institution. Throws 422 if there are too many. */
export async function addInstitution(
  db: Db,
  ledger: Ledger,
  { title, currency }: { title: string; currency: string },
): Promise<InstitutionRow> {
  const { owner, now } = ledger
  if ((await readInstitutions(db, ledger)).length >= institutionLimit)
    throw invalid(`There can be at most ${institutionLimit} institutions`)
  const row = { owner, id: await takeIds(db, owner), title, currency, created_at: now, updated_at: now }
  await db.insertInto('personal_finance_institutions').values(row).execute()
  return row
}

/** Stores the row with the current time, and returns it. */
export async function changeInstitution(
  db: Db,
  { owner, now }: Ledger,
  institution: InstitutionRow,
): Promise<InstitutionRow> {
  const row = { ...institution, updated_at: now }
  const rows = db.updateTable('personal_finance_institutions').set(row).where('owner', '=', owner)
  await rows.where('id', '=', row.id).execute()
  return row
}

export async function removeInstitution(db: Db, { owner }: Ledger, id: number): Promise<void> {
  const rows = db.deleteFrom('personal_finance_institutions').where('owner', '=', owner)
  await rows.where('id', '=', id).execute()
}

/** Returns the institution that takes over the accounts of a removed one. Throws 422 if it cannot. */
export async function mergeTarget(
  db: Db,
  { owner }: Ledger,
  { id, target }: { id: number; target: unknown },
): Promise<number> {
  const wrong = invalid('merge_into_institution_id is invalid')
  if (typeof target !== 'number' || target === id || target < 0) throw wrong
  const rows = db.selectFrom('personal_finance_institutions').select('id').where('owner', '=', owner)
  const row = await rows.where('id', '=', target).executeTakeFirst()
  if (!row) throw wrong
  return row.id
}

export async function moveAccounts(
  db: Db,
  { owner, now }: Ledger,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const accounts = db.updateTable('personal_finance_transaction_accounts').set({ institution_id: to, updated_at: now })
  await accounts.where('owner', '=', owner).where('institution_id', '=', from).execute()
}
