// Opens the provider: lookups over imported addresses, or over the sample town until an import.
import { type Handler, isReply, type ProviderKit, reply } from '#define'
import type { ImportFile, ReportProgress } from '#define/imports'
import { sampleHeaders } from '#provider'
import type { Tables } from '../tables.ts'
import { cleanseHandler } from './cleanse/handler.ts'
import { contactHandlers } from './contacts/handlers.ts'
import { createMailDomains } from './contacts/mail-domains.ts'
import { importAddresses } from './import/importer.ts'
import { createAccess } from './keys/access.ts'
import { configHandlers } from './keys/configs.ts'
import { detailHandlers } from './keys/details.ts'
import { licenseeHandlers } from './keys/licensees.ts'
import { pruneLookups, usageHandlers } from './keys/usage.ts'
import { numberHandlers } from './lookups/by-number.ts'
import { searchHandlers } from './lookups/search.ts'
import { placeHandlers } from './places/handlers.ts'
import { createSample } from './sample.ts'
import { createVocabulary } from './search/vocabulary.ts'
import { readSettings } from './settings.ts'

export function openAddressLookup(kit: ProviderKit<Tables>) {
  const { db, now } = kit
  const settings = readSettings(kit.config)
  const access = createAccess(kit, settings.keys)
  // the setting names the DNS servers; only the operator's environment decides whether providers can call out at all
  const { emailDns } = settings
  const takesMail = emailDns && kit.mayCallOut ? createMailDomains(emailDns, now) : undefined
  const vocabulary = createVocabulary(kit)
  const sample = createSample(kit)
  const deps = { ...kit, access, vocabulary: () => vocabulary.get() }
  const { findPlaces, resolvePlace } = placeHandlers(deps)
  const { searchAddresses, autocompleteAddresses, resolveAddressGbr, resolveAddressUsa } = searchHandlers(deps)
  const { lookupPostcode, lookupUdprn, lookupUmprn } = numberHandlers(deps)

  // the first call finds an empty store, and later calls a growing town
  const overData =
    <E>(handler: Handler<E>, kind: 'addresses' | 'places' = 'addresses'): Handler<E> =>
    async (input, call) => {
      await sample.stored()
      const answer = await handler(input, call)
      if (isReply(answer)) return answer
      return reply(answer, { headers: { ...json, ...sampleHeaders(await sample.isUsed(kind)) } })
    }
  return {
    handlers: {
      searchAddresses: overData(searchAddresses),
      autocompleteAddresses: overData(autocompleteAddresses),
      resolveAddressGbr: overData(resolveAddressGbr),
      resolveAddressUsa: overData(resolveAddressUsa),
      cleanseAddress: overData(cleanseHandler(deps)),
      findPlaces: overData(findPlaces, 'places'),
      resolvePlace: overData(resolvePlace, 'places'),
      lookupPostcode: overData(lookupPostcode),
      lookupUdprn: overData(lookupUdprn),
      lookupUmprn: overData(lookupUmprn),
      ...contactHandlers(access, takesMail),
      ...detailHandlers(deps),
      ...configHandlers(deps),
      ...licenseeHandlers(deps),
      ...usageHandlers(deps),
    },
    importFile: (file: ImportFile, progress: ReportProgress) => importAddresses(kit, file, progress),
    refresh() {
      sample.drop()
      vocabulary.drop()
    },
    jobs: { prune: () => pruneLookups(db, now()) },
  }
}

const json = { 'content-type': 'application/json; charset=utf-8' }
