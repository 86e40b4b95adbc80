// The client library of Nitro on npm (bbcparse), pointed at a gateway: the key goes where it puts it, its query
// constants are accepted, and it follows the links of pages.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

interface Query {
  add(name: string, value: string | number, isAfterKey?: boolean): Query
}
interface Next {
  readonly path?: string
  readonly query?: Query
  readonly callback?: (answer: Answer) => boolean
}
interface Answer {
  readonly nitro?: {
    readonly pagination?: { readonly next?: { readonly href: string } }
    readonly results: {
      readonly total: number
      readonly items?: readonly { readonly pid?: string; readonly sid?: string }[]
    }
  }
}
interface Sdk {
  newQuery(): Query
  queryFrom(href: string, isAfterKey: boolean): Query
  setReturn(next: Next): void
  make_request(
    host: string,
    path: string,
    key: string,
    query: Query,
    settings: object,
    callback: (answer: Answer) => boolean,
    failed?: (status: number, body: unknown) => void,
  ): void
}

const require = createRequire(import.meta.url)
const sdk: Sdk = require('bbcparse/nitroSdk.js')
const names: Readonly<Record<string, string>> = require('bbcparse/nitroApi/api.js')

/** The constants of the client hold the paths of the live provider. */
const pathOf = (feed: string, mount: string) => (names[feed] ?? '').replace('/nitro/api', mount)

test('the client lists, filters and follows pages', async (t) => {
  const apis = await loadApis(apisFolder, 'programme-metadata')
  const gateway = await openGateway(t, { apis })
  const { hostname, port, pathname } = new URL(`${gateway.baseUrl}/v1/proxy/programme-metadata`)
  const headers = { Accept: 'application/json', 'x-gateway-provider': 'embedded' }

  /** All pages, as the programs of the client collect them. */
  const collect = (feed: string, query: Query) =>
    new Promise<string[]>((resolve, reject) => {
      const path = pathOf(feed, pathname)
      const ids: string[] = []
      const received = ({ nitro }: Answer): boolean => {
        ids.push(...(nitro?.results.items ?? []).map(({ pid, sid }) => pid ?? sid ?? ''))
        const next = nitro?.pagination?.next
        sdk.setReturn(next ? { path, query: sdk.queryFrom(next.href, true), callback: received } : {})
        if (!next) resolve(ids)
        return true
      }
      const settings = { proto: 'http', port, headers }
      sdk.make_request(hostname, path, gateway.key, query, settings, received, (status, body) =>
        reject(new Error(`${status} ${JSON.stringify(body)}`)),
      )
    })
  const query = (...pairs: readonly (readonly [name: string, value: string | number])[]) =>
    pairs.reduce((result, [name, value]) => result.add(names[name] ?? name, value, true), sdk.newQuery())

  const services = await collect('nitroServices', query(['fServicesPageSize', 6]))
  assert.equal(services.length, 20)
  const television = await collect('nitroServices', query(['fServicesServiceType', 'TV'], ['fServicesPageSize', 2]))
  assert.deepEqual(
    television,
    services.filter((sid) => television.includes(sid)),
  )
  assert.deepEqual(await collect('nitroPips', query(['fPipsQ', 'pid:s0000001'])), ['s0000001'])
  const episodes = await collect(
    'nitroProgrammes',
    query(
      ['fProgrammesDescendantsOf', 'b000000c'],
      ['fProgrammesEntityTypeEpisode', ''],
      ['mProgrammesAncestorTitles', ''],
      ['mProgrammesAvailableVersions', ''],
      ['fProgrammesPageSize', 30],
    ),
  )
  assert.ok(episodes.length > 30)
  assert.equal(new Set(episodes).size, episodes.length)
  await assert.rejects(collect('nitroProgrammes', query(['fProgrammesPageSize', 301])), /400/)
})
