// Shapes that the operator API and the self-service API share.
import { bool, int, list, nullable, obj, oneOf, opt, req, str } from '#define'

/** Every time in these APIs is in milliseconds since the epoch. */
export const time = (doc: string) => int({ doc: `${doc} Milliseconds since the epoch.` })

export const providers = ['embedded', 'live'] as const

/** The body that stores a provider key. The vault validates it, so that a refusal has the vault's error code. */
export const providerKeyBody = {
  key: req.str({ secret: true, doc: 'The provider key, exactly as the provider gave it.' }),
}

export const ProviderKey = obj({
  slug: str({ doc: 'API that the key is for.' }),
  title: str(),
  hint: str({ doc: 'The last characters of the key; empty when it is too short to show any.' }),
  version: int({ min: 1, doc: 'Incremented with each replacement of the key.' }),
  placeholder: bool({ doc: 'Created by the first start; it is never sent, and only the embedded provider answers.' }),
  createdAt: time('When the first key was stored.'),
  updatedAt: time('When this key was stored.'),
  verifiedAt: nullable(time('When the provider last accepted this key.')),
})

export const Verification = obj({
  slug: str(),
  ok: bool({ doc: 'The provider accepted the key.' }),
  status: int({ doc: "Status of the provider's response." }),
  verdict: oneOf(['accepted', 'refused', 'unclear'], {
    doc: 'refused: the provider answered 401 or 403. unclear: any other response that is not a success; try again later.',
  }),
  verifiedAt: nullable(time('When the provider last accepted this key.')),
})

export const ListingState = obj({
  slug: str(),
  title: str(),
  api: str({ doc: 'API that the listing belongs to; provider keys are stored under it.' }),
  provider: oneOf(providers, { doc: 'Which provider answers calls of this account.' }),
  chosen: bool({ doc: 'The account has chosen; otherwise the default applies.' }),
  embedded: bool({ doc: 'There is an embedded provider.' }),
  live: bool({ doc: 'There is a live provider.' }),
  auth: oneOf(['keyless', 'own', 'optional'], { doc: 'Whether live calls need a provider key of the account.' }),
  providerKey: nullable(
    oneOf(['missing', 'placeholder', 'stored'], { doc: 'State of the provider key; null where none is used.' }),
  ),
  endpoints: int({ min: 0 }),
})
export const Listings = obj({ listings: list(ListingState) })
export const ProviderKeys = obj({ providerKeys: list(ProviderKey) })

const sums = {
  calls: int({ min: 0 }),
  failed: int({ min: 0, doc: 'Calls that ended with a status of 400 or above.' }),
  bytesIn: int({ min: 0 }),
  bytesOut: int({ min: 0 }),
  ms: int({ min: 0, doc: 'Total duration of all calls in milliseconds.' }),
}
export const Usage = obj({
  from: time('Start of the range.'),
  to: time('End of the range, exclusive.'),
  by: oneOf(['hour', 'day']),
  rows: list(
    obj({
      at: time('Start of the hour or UTC day.'),
      listing: str(),
      provider: str({ doc: 'live, embedded, or gateway where the gateway itself answered.' }),
      ...sums,
    }),
  ),
  total: obj(sums, { doc: 'Sums of the whole range, whichever page this is.' }),
  next: opt(str({ doc: 'Cursor of the next page; absent on the last page.' })),
})

/** The parameters of both usage reports. */
export const usageParams = {
  by: oneOf(['hour', 'day'], { default: 'hour', doc: 'Time covered by each row.' }),
  from: int({ min: 0, doc: 'Milliseconds since the epoch; default 24 hours before `to`, or 30 days by day.' }),
  to: int({ min: 0, doc: 'Milliseconds since the epoch, exclusive; default now.' }),
  listing: str({ doc: 'Only calls of this listing.' }),
  limit: int({ min: 1, max: 1000, default: 1000, doc: 'Maximum number of rows per page.' }),
  after: str({ doc: 'The `next` of the previous page.' }),
}
