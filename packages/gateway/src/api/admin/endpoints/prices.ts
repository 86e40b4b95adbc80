// Endpoints of prices: what a call of a listing costs.
import { body, bool, del, empty, get, list, obj, opt, put, req, str } from '#define'
import { time, wordPattern } from '../../accounts/shapes.ts'

const listing = str({ min: 1, max: 64, pattern: wordPattern, doc: 'Slug of the listing.', example: 'address-lookup' })
const endpoint = str({
  min: 1,
  max: 128,
  pattern: '^(?:[\\w.-]+|\\*)$',
  doc: 'Operation id of the endpoint; * for all endpoints of the listing that have no price of their own.',
  example: 'lookupPostcode',
})
const per =
  'JSON pointer to a number of the call, in its request or its JSON answer. Each of what the number counts then costs `usd`.'
const atMost =
  'The most that one call costs, in US dollars: held before it, and charged for an answer without the number.'
const usd = 'US dollars of a call, as a decimal string with at most twelve decimals.'
const Price = obj({
  listing: str(),
  endpoint: str({ doc: 'Operation id, or * for all endpoints without a price of their own.' }),
  usd: str({ doc: usd, example: '0.025' }),
  per: opt(str({ doc: `${per} Absent for the price of a call.`, example: '/answer/usage/units' })),
  atMost: opt(str({ doc: `${atMost} Present exactly with \`per\`.`, example: '0.5' })),
  embedded: bool({ doc: 'Answers of the embedded provider cost as much; otherwise they are free.' }),
  served: bool({ doc: 'False while no listing that is served has this endpoint.' }),
  updatedAt: time('When it was set.'),
})

export const priceEndpoints = {
  listPrices: get('/prices', 'Prices of calls, in order of listing and endpoint', {
    params: { after: str({ max: 200, doc: 'The `next` of the previous page.' }) },
    returns: obj({
      prices: list(Price, { doc: 'At most 1000.' }),
      next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })),
    }),
  }),
  setPrice: put(
    '/prices/{listing}/{endpoint}',
    'Sets what a call costs; it counts against budgets and limits of keys',
    {
      params: { listing, endpoint },
      body: body({
        usd: req.str({ doc: `${usd} 0 makes an endpoint free although its listing has a price.`, example: '0.025' }),
        per: str({
          max: 500,
          doc: `${per} /request/<parameter> and /request/body/… lead into the request, /answer/… into the answer as the caller gets it, without the envelope.`,
          example: '/answer/usage/units',
        }),
        atMost: str({ max: 30, doc: `${atMost} Required with \`per\`.`, example: '0.5' }),
        embedded: bool({ default: false, doc: 'Whether answers of the embedded provider cost as much.' }),
      }),
      returns: Price,
      doc: 'A call costs its price once, however often it was retried, if the provider answers below 400 or not at all.',
    },
  ),
  removePrice: del('/prices/{listing}/{endpoint}', 'Removes a price', {
    params: { listing, endpoint },
    returns: empty(),
    status: 204,
  }),
}
