// Institutions: banks and other holders of accounts.
import type { LedgerHandlers } from '../../handler.ts'
import { requireUser } from '../../ledger.ts'
import { currencyIn, nonBlankStringIn, readBody, readId, required, requiredStringIn } from '../../reading.ts'
import { removeTransactionAccounts } from '../accounts/removal.ts'
import { readTransactionAccounts } from '../accounts/transaction-accounts.ts'
import { type AccountDeps, accountViews } from '../accounts/view.ts'
import { institutionView } from '../institution-view.ts'
import {
  addInstitution,
  changeInstitution,
  institutionOf,
  institutionResource,
  mergeTarget,
  moveAccounts,
  readInstitutions,
  removeInstitution,
} from './store.ts'

type InstitutionHandlers = LedgerHandlers<
  | 'getInstitution'
  | 'listInstitutions'
  | 'listInstitutionAccounts'
  | 'createInstitution'
  | 'updateInstitution'
  | 'deleteInstitution'
>

export function createInstitutionHandlers(deps: AccountDeps): InstitutionHandlers {
  return {
    getInstitution: ({ id }, access) =>
      access.withSnapshot(async (db, ledger) =>
        institutionView(await institutionOf(db, ledger, readId(id, institutionResource))),
      ),

    listInstitutions: ({ id }, access) =>
      access.withSnapshot(async (db, ledger) => {
        requireUser(ledger, id)
        return (await readInstitutions(db, ledger)).map(institutionView)
      }),

    async listInstitutionAccounts(input, access) {
      const id = readId(input.id, institutionResource)
      return accountViews(access, deps, async (db, ledger) => {
        await institutionOf(db, ledger, id)
        const held = await readTransactionAccounts(db, ledger, { institutionId: id })
        return held.map(({ account }) => account.id)
      })
    },

    createInstitution(input, access) {
      const body = readBody(input)
      return access.withLock(async (db, ledger) => {
        requireUser(ledger, input.id)
        const title = requiredStringIn(body, 'title')
        requiredStringIn(body, 'currency_code')
        const currency = required(currencyIn(body), 'currency_code')
        return institutionView(await addInstitution(db, ledger, { title, currency }))
      })
    },

    updateInstitution(input, access) {
      const id = readId(input.id, institutionResource)
      const body = readBody(input)
      return access.withLock(async (db, ledger) => {
        const before = await institutionOf(db, ledger, id)
        const title = nonBlankStringIn(body, 'title') ?? before.title
        const currency = currencyIn(body) ?? before.currency
        return institutionView(await changeInstitution(db, ledger, { ...before, title, currency }))
      })
    },

    deleteInstitution({ id: path, merge_into_institution_id: target }, access) {
      const id = readId(path, institutionResource)
      return access.withLock(async (db, ledger) => {
        await institutionOf(db, ledger, id)
        if (target === undefined) await removeTransactionAccounts(db, ledger, { institutionId: id })
        else await moveAccounts(db, ledger, { from: id, to: await mergeTarget(db, ledger, { id, target }) })
        await removeInstitution(db, ledger, id)
        return undefined
      })
    },
  }
}
