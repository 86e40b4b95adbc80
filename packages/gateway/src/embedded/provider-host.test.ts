// A provider is opened once for all who wait for it, again after a failure, and closed only if it was opened.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineApi, defineProvider, get, hosted, keyless, list, type ProviderKit, str } from '#define'
import type { Provider } from '#define/reflect'
import { createProviderHost } from './provider-host.ts'

const endpoints = { one: get('/one', 'One', { returns: list(str()) }) }
const api = defineApi({
  ...{ slug: 'test', title: 'Test', summary: 'For tests.', surface: hosted, auth: keyless, upstream: null },
  endpoints,
})
const noKit = (): ProviderKit => {
  throw new Error('the provider under test reads nothing of its kit')
}
const hostOf = (provider: Provider) => createProviderHost(provider, () => new Proxy({} as ProviderKit, { get: noKit }))

test('a provider is opened with the first call, once for all who wait, and is available synchronously from then on', async () => {
  let opened = 0
  const host = hostOf(
    defineProvider(api, {
      open: async () => {
        opened++
        return { handlers: { one: () => ['1'] } }
      },
    }),
  )
  assert.equal(opened, 0)
  const [first, second] = await Promise.all([host.open(), host.open()])
  assert.equal(first, second)
  assert.equal(opened, 1)
  assert.equal(host.opened, first)
  assert.equal(host.open(), first)
})

test('a provider that opens without waiting is open when open() returns', () => {
  const host = hostOf(defineProvider(api, () => ({ one: () => ['1'] })))
  assert.equal(host.open(), host.opened)
})

test('an opening that fails fails everyone who waits for it, and the next call tries again', async () => {
  let opened = 0
  const host = hostOf(
    defineProvider(api, {
      open: async () => {
        if (++opened === 1) throw new Error('cannot be read')
        return { handlers: { one: () => ['1'] } }
      },
    }),
  )
  const both = await Promise.allSettled([host.open(), host.open()])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await host.open()
  assert.equal(opened, 2)
})

test('closing waits for an opening under way and closes only what was opened', async () => {
  const events: string[] = []
  const provider = defineProvider(api, {
    open: async () => {
      await Promise.resolve()
      events.push('opened')
      return { handlers: { one: () => ['1'] }, close: async () => void events.push('closed') }
    },
  })
  await hostOf(provider).close()
  assert.deepEqual(events, [])
  const host = hostOf(provider)
  void host.open()
  await host.close()
  assert.deepEqual(events, ['opened', 'closed'])
})

test('a provider whose open() does not return a declared job or import is refused', () => {
  const handlers = { one: () => ['1'] }
  const jobless: Provider = { ...defineProvider(api, () => handlers), jobs: { refresh: { everyMs: 1000 } } }
  assert.throws(() => hostOf(jobless).open(), /declared jobs that open\(\) did not return: refresh/)
  assert.throws(
    () => hostOf(defineProvider(api, { importFormats: 'CSV', open: () => ({ handlers }) })).open(),
    /importFormats and importFile belong together/,
  )
})
