// The provider's currencies.
import { get, list, str } from '#define'
import { Currency } from '../schemas.ts'

export const currencies = {
  listCurrencies: get('/currencies', 'All currencies', { returns: list(Currency) }),
  getCurrency: get('/currencies/{id}', 'One currency', {
    params: { id: str({ doc: 'Currency code.', example: 'nzd' }) },
    returns: Currency,
  }),
}
