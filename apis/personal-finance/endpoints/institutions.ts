// Single institutions: banks and other holders of accounts.
import { body, del, empty, get, int, list, put, str } from '#define'
import { Account, Institution } from '../schemas.ts'

const id = int({ doc: 'Institution.' })

export const institutions = {
  getInstitution: get('/institutions/{id}', 'One institution', {
    params: { id },
    invalid: 'provider',
    returns: Institution,
  }),
  updateInstitution: put('/institutions/{id}', 'Changes to an institution', {
    params: { id },
    body: body({ title: str(), currency_code: str() }),
    invalid: 'provider',
    returns: Institution,
  }),
  deleteInstitution: del('/institutions/{id}', 'Removal of an institution', {
    params: { id, merge_into_institution_id: int({ doc: 'Institution that takes over its accounts.' }) },
    invalid: 'provider',
    returns: empty(),
    status: 204,
    doc: 'Without another institution to take them over, its accounts are removed too.',
  }),
  listInstitutionAccounts: get('/institutions/{id}/accounts', 'Accounts of an institution', {
    params: { id },
    invalid: 'provider',
    returns: list(Account),
  }),
}
