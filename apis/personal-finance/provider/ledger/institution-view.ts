// An institution in responses.
import type { Selectable } from 'kysely'
import type { OutputOf } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { InstitutionsTable } from '../../tables.ts'
import { timeOf } from '../ledger.ts'

type InstitutionView = OutputOf<(typeof endpoints)['getInstitution']>

export function institutionView(row: Selectable<InstitutionsTable>): InstitutionView {
  return {
    id: row.id,
    title: row.title,
    currency_code: row.currency.toUpperCase(),
    created_at: timeOf(row.created_at),
    updated_at: timeOf(row.updated_at),
  }
}
