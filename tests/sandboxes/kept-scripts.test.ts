// Guarantees of the scripts that a sandbox keeps, on every database: exact counts, and a life of their own beside its
// state.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { eachStore } from '../harness/services.ts'
import { onDatabase, openSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

const usage = { input: 1, output: 1 }
const rules = [
  { match: { text: 'Count.' }, answers: ['One', 'Two', 'Three'].map((text) => ({ text, usage })) },
  { match: { text: 'Never.' }, answer: { text: 'Never.' } },
]

interface Shown {
  readonly rules: readonly { readonly matched: number }[]
  readonly pace?: unknown
}

await eachStore('scripts', (database) =>
  describe('of a sandbox', { concurrency: false }, () => {
    const closing: (() => unknown)[] = []
    let world: SandboxWorld
    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      const apis = await loadApis(undefined, 'model-routing')
      world = await openSandboxWorld(cleanup, { apis, ...onDatabase(database) })
      await world.manage('POST', '', { name: 'ci' })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const show = async (sandbox: string) => (await world.manage('GET', `/${sandbox}/scripts`)) as unknown as Shown
    const matches = async (sandbox: string) => (await show(sandbox)).rules.map(({ matched }) => matched)
    const ask = async (sandbox: string) => {
      const body = JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'Count.' }] })
      const answer = await world.inside(sandbox, '/model-routing/v1/chat/completions', { method: 'POST', body })
      return String(Object(await answer.json()).choices[0].message.content)
    }

    test('are none at first, and are shown as they were set', async () => {
      assert.deepEqual(await show('ci'), { rules: [] })
      const pace = { firstMs: 1, perSecond: 1000 }
      const set = await world.manage('PUT', '/ci/scripts', { rules, pace })
      assert.deepEqual(set, { rules: rules.map((rule) => ({ ...rule, matched: 0 })), pace })
      assert.deepEqual(await show('ci'), set)
    })

    test('count each call once and give the answers in order, however many come at once', async () => {
      await world.manage('PUT', '/ci/scripts', { rules })
      const said = await Promise.all(Array.from({ length: 50 }, () => ask('ci')))
      assert.deepEqual(said.sort(), ['One', ...Array(48).fill('Three'), 'Two'])
      assert.deepEqual(await matches('ci'), [50, 0])
    })

    test('go with a copy, stay when the sandbox is reset with counts from 0, and end with it', async () => {
      await world.manage('POST', '', { name: 'copy', from: 'ci' })
      await world.manage('POST', '/ci/reset')
      assert.deepEqual(
        [await matches('copy'), await matches('ci')],
        [
          [50, 0],
          [0, 0],
        ],
      )
      assert.deepEqual([await ask('copy'), await ask('ci')], ['Three', 'One'])
      await world.manage('DELETE', '/copy')
      await world.manage('POST', '', { name: 'copy' })
      assert.deepEqual(await show('copy'), { rules: [] })
      assert.match(await ask('copy'), /rules built into this gateway/)
      const left = await world.gateway.components.store.db.selectFrom('sandbox_script_rules').selectAll().execute()
      assert.equal(left.length, rules.length)
    })

    test('can be set by several at once, of which one has the last word', async () => {
      const orders = [rules, rules.slice(0, 1), []]
      await Promise.all([...orders, ...orders].map((some) => world.manage('PUT', '/ci/scripts', { rules: some })))
      const counts = await matches('ci')
      assert.ok(orders.some(({ length }) => length === counts.length))
      assert.ok(counts.every((count) => count === 0))
    })
  }),
)
