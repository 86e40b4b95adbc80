// Guarantees of sandboxes: a state of their own, reset, snapshots, a clock, and no way to a live provider.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { eachStore } from '../harness/services.ts'
import { openUpstream } from '../harness/upstream.ts'
import { errorOf, jsonOf, onDatabase, openSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

const noon = '2027-01-01T12:00:00.000Z'

await eachStore('sandboxes', (database) =>
  describe('of an account', { concurrency: false }, () => {
    const closing: (() => unknown)[] = []
    let world: SandboxWorld
    let reached: readonly unknown[]

    before(async () => {
      const cleanup = { after: (close: () => unknown) => void closing.unshift(close) }
      const upstream = await openUpstream(cleanup, (_request, response) => void response.end('{}'))
      reached = upstream.received
      world = await openSandboxWorld(cleanup, {
        ...onDatabase(database),
        upstreams: { 'personal-finance': upstream.url, 'cat-facts': upstream.url },
      })
    })
    after(async () => {
      for (const close of closing) await close()
    })

    const userOf = async (sandbox: string): Promise<{ id: number }> => {
      const answer = await world.inside(sandbox, '/personal-finance/me')
      assert.equal(answer.status, 200, await answer.clone().text())
      return jsonOf(answer)
    }
    const addInstitution = async (sandbox: string, title: string) => {
      const { id } = await userOf(sandbox)
      const body = JSON.stringify({ title, currency_code: 'nzd' })
      const answer = await world.inside(sandbox, `/personal-finance/users/${id}/institutions`, { method: 'POST', body })
      assert.equal(answer.status, 201, await answer.clone().text())
      return answer.text()
    }
    const institutions = async (sandbox: string): Promise<string[]> => {
      const { id } = await userOf(sandbox)
      const answer = await world.inside(sandbox, `/personal-finance/users/${id}/institutions`)
      const found = await jsonOf<{ title: string }[]>(answer)
      return found.map(({ title }) => title)
    }

    test('keep what is written apart from each other and from the account outside', async () => {
      await world.manage('POST', '', { name: 'one', now: noon })
      await world.manage('POST', '', { name: 'two', now: noon })
      const sample = await institutions('two')
      await addInstitution('one', 'Only in one')
      assert.deepEqual(await institutions('one'), [...sample, 'Only in one'].sort(byLater(sample)))
      assert.deepEqual(await institutions('two'), sample)
      const { id } = await userOf('one')
      const path = `/v1/proxy/personal-finance/users/${id}/institutions`
      const outside = await world.gateway.call(path, {
        key: world.key,
        headers: { 'x-gateway-provider': 'embedded' },
      })
      assert.doesNotMatch(await outside.text(), /Only in one/)
    })

    test('belong to one account: the key of another finds none of that name', async () => {
      const other = await world.gateway.account()
      const answer = await world.gateway.call('/v1/proxy/cat-facts/fact', {
        key: other.key,
        headers: { 'x-gateway-sandbox': 'one' },
      })
      assert.equal(answer.status, 404)
      assert.equal((await errorOf(answer)).code, 'sandbox.unknown')
    })

    test('never reach a live provider, though the account has a key and chose live', async () => {
      await world.gateway.storeKey(world.accountId, 'personal-finance', 'the-key-of-the-provider')
      const before = reached.length
      await userOf('one')
      const live = { 'x-gateway-provider': 'live' }
      const refused = await world.inside('one', '/personal-finance/me', { headers: live })
      assert.equal(refused.status, 400)
      assert.equal((await errorOf(refused)).code, 'sandbox.live')
      assert.equal(reached.length, before)
      const outside = await world.gateway.call('/v1/proxy/personal-finance/me', { key: world.key })
      await outside.text()
      assert.equal(reached.length, before + 1)
    })

    test('say their name in every answer', async () => {
      const answer = await world.inside('one', '/cat-facts/fact')
      assert.equal(answer.headers.get('x-gateway-sandbox'), 'one')
      assert.equal(answer.headers.get('x-gateway-provider'), 'embedded')
      await answer.text()
    })

    test('begin again with a reset: the same calls give the same bytes', async () => {
      await world.manage('POST', '/two/reset')
      const first = [await addInstitution('two', 'Again'), await diceIn('two')]
      await world.manage('POST', '/two/reset')
      assert.deepEqual([await addInstitution('two', 'Again'), await diceIn('two')], first)
    })
    const diceIn = async (sandbox: string) =>
      (await world.inside(sandbox, '/randomness/dice?count=10&sides=1000')).text()

    test('go back to a snapshot as often as wanted, and take its clock with it', async () => {
      await world.manage('POST', '', { name: 'three', now: noon })
      await addInstitution('three', 'Kept')
      await world.manage('POST', '/three/snapshots', { snapshot: 'kept' })
      const { snapshots } = (await world.manage('GET', '/three/snapshots')) as { snapshots: { name: string }[] }
      assert.deepEqual(
        snapshots.map(({ name }) => name),
        ['kept'],
      )
      const kept = await institutions('three')
      for (let round = 0; round < 2; round++) {
        await addInstitution('three', 'Lost')
        await world.manage('PATCH', '/three/clock', { advance: 'P2D' })
        await world.manage('POST', '/three/restore', { snapshot: 'kept' })
        assert.deepEqual(await institutions('three'), kept)
        const { clock } = (await world.manage('GET', '/three')) as { clock: { now: string } }
        assert.equal(clock.now, noon)
      }
    })

    test('are whole after resets and restores at once, each of which has taken place', async () => {
      for (let round = 0; round < 3; round++) {
        await Promise.all([
          world.manage('POST', '/three/reset'),
          world.manage('POST', '/three/restore', { snapshot: 'kept' }),
          institutions('three'),
          world.manage('POST', '/three/restore', { snapshot: 'kept' }),
        ])
        await addInstitution('three', 'After')
        assert.ok((await institutions('three')).includes('After'))
      }
      await world.manage('POST', '/three/restore', { snapshot: 'kept' })
    })

    test('can begin as a copy of another one, or of its snapshot', async () => {
      await addInstitution('three', 'Later')
      await world.manage('POST', '', { name: 'copy', from: 'three' })
      await world.manage('POST', '', { name: 'copy-of-kept', from: 'three', snapshot: 'kept' })
      assert.ok((await institutions('copy')).includes('Later'))
      assert.ok(!(await institutions('copy-of-kept')).includes('Later'))
      await addInstitution('copy', 'In the copy')
      assert.ok(!(await institutions('three')).includes('In the copy'))
    })

    test('show their own time to providers, which stands until it is moved', async () => {
      const chat = { method: 'POST', body: JSON.stringify({ model: 'a', messages: [{ role: 'user', content: 'Hi' }] }) }
      const at = async () => {
        const answer = await world.inside('copy', '/model-routing/v1/chat/completions', chat)
        const { created } = await jsonOf<{ created: number }>(answer)
        return new Date(created * 1000).toISOString()
      }
      await world.manage('PATCH', '/copy/clock', { now: '2030-02-03T04:05:06Z' })
      assert.equal(await at(), '2030-02-03T04:05:06.000Z')
      await world.manage('PATCH', '/copy/clock', { advance: 'P1DT1H' })
      assert.equal(await at(), '2030-02-04T05:05:06.000Z')
      const running = await world.manage('PATCH', '/copy/clock', { running: true })
      assert.equal((running.clock as { running: boolean }).running, true)
      assert.ok((await at()) >= '2030-02-04T05:05:06.000Z')
    })

    test('answer every call of a key that belongs to one, and no key made with it escapes', async () => {
      const made = await world.gateway.call('/v1/me/keys', {
        method: 'POST',
        key: world.key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'CI', sandbox: 'one' }),
      })
      const { key } = await jsonOf<{ key: string }>(made)
      const answer = await world.gateway.call('/v1/proxy/personal-finance/me', { key })
      assert.equal(answer.headers.get('x-gateway-sandbox'), 'one')
      await answer.text()
      const elsewhere = { key, headers: { 'x-gateway-sandbox': 'two' } }
      const other = await world.gateway.call('/v1/proxy/personal-finance/me', elsewhere)
      assert.equal((await errorOf(other)).code, 'sandbox.other')
      for (const [order, sandbox] of [
        [{ name: 'heir' }, 'one'],
        [{ name: 'escapes', sandbox: 'two' }, undefined],
      ] as const) {
        const next = await world.gateway.call('/v1/me/keys', {
          method: 'POST',
          key,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(order),
        })
        if (sandbox === undefined) {
          assert.equal((await errorOf(next)).code, 'key.grant')
          continue
        }
        const heir = await world.gateway.call('/v1/proxy/cat-facts/fact', {
          key: (await jsonOf<{ key: string }>(next)).key,
        })
        assert.equal(heir.headers.get('x-gateway-sandbox'), sandbox)
        await heir.text()
      }
    })

    test('are at most twenty, and leave no files behind when they are removed', async () => {
      const { sandboxes } = (await world.manage('GET', '')) as { sandboxes: { name: string }[] }
      for (let count = sandboxes.length; count < 20; count++) await world.manage('POST', '', { name: `more-${count}` })
      await assert.rejects(world.manage('POST', '', { name: 'too-many' }), /at most 20 sandboxes/)
      await assert.rejects(world.manage('POST', '', { name: 'one' }), /at most 20|of this name/)
      const all = (await world.manage('GET', '')) as { sandboxes: { name: string }[] }
      for (const { name } of all.sandboxes) await world.manage('DELETE', `/${name}`)
      const folder = join(world.gateway.dataDir, 'sandboxes')
      assert.ok(existsSync(folder))
      assert.deepEqual(
        readdirSync(folder).filter((name) => name !== 'home' && !name.startsWith('blank-')),
        [],
      )
    })

    test('that nobody has made, or with a bad order, are refused with what to do', async () => {
      for (const [method, path, body, problem] of [
        ['POST', '/none/reset', undefined, /no sandbox none/],
        ['POST', '', { name: 'Capital' }, /name/],
        ['POST', '', { name: '../x' }, /name/],
        ['POST', '', { name: 'a', now: 'yesterday' }, /2027-01-01T00:00:00Z/],
        ['POST', '', { name: 'a', now: '2027-02-29T00:00:00Z' }, /2027-01-01T00:00:00Z/],
        ['POST', '', { name: 'a', now: '1999-12-31T23:59:59Z' }, /years 2000 to 2099/],
        ['POST', '', { name: 'a', now: '2100-01-01T00:00:00Z' }, /years 2000 to 2099/],
        ['POST', '', { name: 'a', now: '2099-12-31T23:59:59-00:01' }, /years 2000 to 2099/],
        ['POST', '', { name: 'a', snapshot: 'x' }, /snapshot needs from/],
        ['POST', '', { name: 'a', from: 'none' }, /no sandbox none/],
      ] as const)
        await assert.rejects(world.manage(method, path, body), problem)
      await world.manage('POST', '', { name: 'a' })
      for (const [body, problem] of [
        [{}, /one of now, advance and running/],
        [{ now: noon, running: true }, /one of now, advance and running/],
        [{ advance: 'P1Y' }, /without months and years/],
        [{ advance: 'P401D' }, /at most 400 days/],
        [{ advance: 'P' }, /P1DT12H/],
      ] as const)
        await assert.rejects(world.manage('PATCH', '/a/clock', body), problem)
      await world.manage('PATCH', '/a/clock', { now: '2099-12-31T23:59:59Z' })
      await assert.rejects(world.manage('PATCH', '/a/clock', { advance: 'PT1S' }), /beyond 2099/)
      await assert.rejects(world.manage('POST', '/a/restore', { snapshot: 'none' }), /no snapshot none/)
    })
  }),
)

/** Returns an order in which the sample comes as it is, whatever was added. */
function byLater(sample: readonly string[]) {
  const place = (title: string) => (sample.includes(title) ? sample.indexOf(title) : sample.length)
  return (a: string, b: string) => place(a) - place(b)
}
