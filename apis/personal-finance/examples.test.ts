// The examples of this API are of the sample household: what they show of it is what a new world answers on that day.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pathOf, searchOf } from '../../tests/harness/example-call.ts'
import { eachStore } from '../../tests/harness/services.ts'
import api from './api.ts'
import { examples } from './examples.ts'
import { type Calls, openCalls } from './test/world.ts'

/** Examples that read records of the household; lists that show only their first item are held to that. */
const paths = [
  'me',
  'getUser',
  'getAccount',
  'getTransactionAccount',
  'getInstitution',
  'getTransaction',
  'getCategory',
  'getEvent',
  'getAttachment',
  'getCurrency',
  'listAccountTransactions',
  'listCategoryTransactions',
  'listEvents',
  'listScenarioEvents',
  'listLabels',
  'getTrendAnalysis',
] as const
const first = [
  'listAccounts',
  'listInstitutions',
  'listInstitutionAccounts',
  'listTransactionAccounts',
  'listCategoryRules',
  'listSavedSearches',
  'listAttachments',
] as const

await eachStore('examples', (database) => {
  let calls: Calls
  before(async () => {
    calls = await openCalls(database.target, '2026-01-30T19:30:00Z')
  })
  after(() => calls.close())

  test('a new ledger answers as the examples show', async () => {
    const home = await calls.household()
    for (const id of [...paths, ...first]) {
      const [endpoint, example] = [api.endpoints[id], examples[id]]
      assert.ok(example, id)
      const body = await home.ask<unknown>('GET', `${pathOf(endpoint, example)}?${searchOf(endpoint, example)}`)
      const here = `${calls.gateway.baseUrl}/v1/proxy/personal-finance`
      const shown: unknown = JSON.parse(JSON.stringify(body).replaceAll(here, 'https://files.example.org'))
      const isFirst = first.some((one) => one === id)
      assert.deepEqual(isFirst && Array.isArray(shown) ? shown.slice(0, 1) : shown, example.output, id)
    }
  })
})
