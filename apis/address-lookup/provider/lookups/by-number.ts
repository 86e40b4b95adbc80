// Looks up addresses by postcode, UDPRN and UMPRN, with the provider's test values (SOURCES 2.2).
import type { Call, HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import type { AddressRecord } from '../../model/address-record.ts'
import type { Database } from '../../tables.ts'
import { inPremiseOrder, ukAddress } from '../addresses/view.ts'
import { success } from '../answer.ts'
import { addressError } from '../errors.ts'
import type { Access } from '../keys/access.ts'
import { compactPostcode, spacedPostcode } from '../postcodes/postcode.ts'
import { addressesOf, addressesOfPostcode, findAddress, matchingIds } from '../search/store.ts'
import { keyWord } from '../search/words.ts'
import { readNumber, readPage, selectMembers } from './parameters.ts'
import { suggestPostcodes } from './postcode-suggestions.ts'

/** Addresses of a postcode on one page. */
const pageSize = 100
/** Upper bound of delivery point numbers. */
const greatestNumber = 2_000_000_000

interface Deps extends Database {
  readonly access: Access
}
interface NumberInput {
  readonly filter?: string | undefined
}

export function numberHandlers(
  deps: Deps,
): HandlersFor<typeof endpoints, 'lookupPostcode' | 'lookupUdprn' | 'lookupUmprn'> {
  const { access, ...database } = deps
  const { db } = database
  async function lookupNumber(
    input: NumberInput,
    { call, text, name, prefix }: { call: Call; text: string; name: 'UDPRN' | 'UMPRN'; prefix: string },
  ) {
    const number = readNumber(text)
    const missing = addressError(name === 'UDPRN' ? 4044 : 4046)
    const lookup = { kind: `${name} Lookup`, term: text, data: prefix }
    return access.lookup({ input, call, lookup }, async () => {
      if (number === -2) throw addressError(4020)
      if (number === -3) throw addressError(4021)
      if (number < 0 || number > greatestNumber) throw missing
      // the test number returns an address of the sample
      const record =
        (await findAddress(db, `${prefix}_${number === 0 ? testNumbers[name] : number}`)) ??
        (name === 'UDPRN' ? await findByUdprn(database, number) : undefined)
      if (!record) throw missing
      return { body: success(selectMembers(ukAddress(record), input.filter)), isCharged: number > 0 }
    })
  }

  return {
    async lookupPostcode(input, call) {
      const postcode = compactPostcode(input.postcode).slice(0, 20)
      const test = testPostcodes[postcode]
      const page = readPage(input.page, pageSize)
      return access.lookup(
        { input, call, lookup: { kind: 'Postcode Lookup', term: input.postcode, data: 'paf' } },
        async () => {
          if (test) throw test()
          const records = await addressesOfPostcode(db, postcode)
          if (records.length === 0)
            throw addressError(4040, { suggestions: await suggestPostcodes(db, input.postcode) })
          const listed = inPremiseOrder(records).slice(page * pageSize, (page + 1) * pageSize)
          const result = listed.map((record: AddressRecord) => selectMembers(ukAddress(record), input.filter))
          const body = { ...success(result), limit: pageSize, page, total: records.length }
          return { body, isCharged: postcode !== freePostcode }
        },
      )
    },
    lookupUdprn: (input, call) => lookupNumber(input, { call, text: input.udprn, name: 'UDPRN', prefix: 'paf' }),
    lookupUmprn: (input, call) => lookupNumber(input, { call, text: input.umprn, name: 'UMPRN', prefix: 'mr' }),
  }
}

/** Finds an address by UDPRN; addresses outside the Postcode Address File are found by their words. */
async function findByUdprn(database: Database, udprn: number): Promise<AddressRecord | undefined> {
  const ids = await matchingIds(database, { groups: [[keyWord('udprn', String(udprn))]] }, { limit: 1 })
  return (await addressesOf(database.db, ids))[0]
}

const testNumbers = { UDPRN: 8, UMPRN: 50 } as const
const freePostcode = 'ID11QD'
const testPostcodes: Readonly<Record<string, () => Error>> = {
  ID1KFA: () => addressError(4040, { suggestions: [spacedPostcode(freePostcode)] }),
  ID1CLIP: () => addressError(4020),
  ID1CHOP: () => addressError(4021),
}
