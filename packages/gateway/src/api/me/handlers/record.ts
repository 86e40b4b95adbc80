// Handlers of the record of the account's own calls.
import type { HandlersFor } from '#define'
import type { CallRecord } from '../../accounts/call-record.ts'
import type { ListingSettings } from '../../accounts/listing-settings.ts'
import type { recordEndpoints } from '../endpoints/record.ts'

interface RecordHandlersDeps {
  readonly record: CallRecord
  readonly listingSettings: Pick<ListingSettings, 'list'>
}
type RecordEndpoints = typeof recordEndpoints

export function recordHandlers({
  record,
  listingSettings,
}: RecordHandlersDeps): HandlersFor<RecordEndpoints, keyof RecordEndpoints> {
  return {
    async listCalls(query, { account }) {
      const { calls, ...page } = await record.calls(query, account)
      return { calls: calls.map(withoutAccount), ...page }
    },
    getCall: async ({ id }, { account }) => withoutAccount(await record.call(id, account)),
    listErrors: (query, { account }) => record.errors(query, account),
    async health(_input, { account }) {
      const listings = await listingSettings.list(account)
      return record.health(account, new Map(listings.map(({ slug, provider }) => [slug, provider])))
    },
  }
}

function withoutAccount<T extends { readonly account: string }>({ account: _, ...call }: T): Omit<T, 'account'> {
  return call
}
