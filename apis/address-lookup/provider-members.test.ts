// Every result against the members of the provider's own document.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import * as provider from './test/provider-members.ts'
import { type Json, openWorld, type World } from './test/world.ts'

let world: World
before(async () => {
  world = await openWorld()
})
const { assertMembers } = provider
const one = async (path: string, members: Readonly<Record<string, string>>) =>
  assertMembers(await world.result(path), members, path)

test('lookups answer with whole addresses', async () => {
  for (const path of ['/udprn/8', '/udprn/900000005', '/umprn/50', '/autocomplete/addresses/paf_8/gbr'])
    await one(path, provider.address)
  const { hits } = await world.result<{ hits: Json[] }>('/addresses?query=alder&limit=100')
  assert.equal(hits.length, 100)
  for (const hit of hits) assertMembers(hit, provider.address, `a hit, ${hit.id}`)
  const { body } = await world.ask<{ result: Json[] }>('/postcodes/ID11QD?api_key=ak_example')
  for (const listed of body.result) assertMembers(listed, provider.address, `of the postcode, ${listed.id}`)
})

test('an address of one country fits into the form of the other', async () => {
  await one('/autocomplete/addresses/usps_8%7Csample/gbr', provider.foreignAddress)
  await one('/autocomplete/addresses/usps_8%7Csample/usa', provider.americanAddress)
  await one('/autocomplete/addresses/paf_8/usa', provider.britishInAmericanForm)
  const { native } = await world.result('/autocomplete/addresses/usps_8%7Csample/gbr')
  assertMembers(native, provider.americanAddress, 'the American record')
})

test('suggestions and places', async () => {
  const hitsOf = async (path: string) => (await world.result<{ hits: Json[] }>(path)).hits
  for (const hit of await hitsOf('/autocomplete/addresses?query=8 sampl'))
    assertMembers(hit, provider.suggestion, 'a hit')
  for (const hit of await hitsOf('/autocomplete/addresses?query=8 sampl&context=usa'))
    assertMembers(hit, provider.foreignSuggestion, 'an American hit')
  for (const hit of await hitsOf('/places?query=lond')) assertMembers(hit, provider.placeSuggestion, 'a place')
  await one('/places/geonames_1', provider.place)
  for (const id of [1, 900_000_003])
    assertMembers((await world.result(`/places/geonames_${id}`)).native, provider.nativePlace, `place ${id}`)
})

test('cleansing', async () => {
  const cleanse = (query: string) => world.result('/cleanse/addresses', { method: 'POST', body: { query } })
  const found = await cleanse('8 sample st, sampleton, id1 1qd')
  assertMembers(found, provider.cleansed, 'a match')
  assertMembers(found.match, provider.address, 'the address of a match')
  assertMembers(await cleanse('8 kumquat wharf, elsewhere'), provider.notCleansed, 'no match')
})

test('contacts', async () => {
  await one('/emails?query=ada@gmail.com', provider.unknownEmail)
  await one('/emails?query=ada@@gmail.com', provider.email)
  await one('/phone_numbers?query=%2B447510123456', provider.phone)
  assertMembers(
    (await world.result('/phone_numbers?query=%2B447510123456')).original_carrier,
    provider.carrier,
    'a carrier',
  )
  await one('/phone_numbers?query=%2B4412', provider.invalidPhone)
})

test('keys', async () => {
  const managed = (path: string) => `/keys/ak_example${path}?user_token=uk_example`
  await one('/keys/ak_example', provider.key)
  await one('/keys/idkfa', provider.key)
  await one(managed('/details'), provider.keyDetails)
  assertMembers((await world.result(managed('/details'))).datasets, provider.datasets, 'the data sets')
  await one(managed('/usage'), provider.usage)
  const body = { name: 'Shop', address: '8 Sample Street', postcode: 'ID1 1QD' }
  assertMembers(await world.result(managed('/licensees'), { method: 'POST', body }), provider.licensee, 'a licensee')
  const config = { name: 'checkout', payload: '{}' }
  assertMembers(await world.result(managed('/configs'), { method: 'POST', body: config }), provider.config, 'a config')
})
