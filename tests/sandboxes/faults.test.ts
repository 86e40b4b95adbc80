// Guarantees of faults in sandboxes: exact, in the form of the provider's errors, and said in the answer.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { eachStore } from '../harness/services.ts'
import { errorOf, jsonOf, onDatabase, openSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

const dice = '/randomness/dice?count=1&sides=6'
const chat = {
  method: 'POST',
  body: JSON.stringify({ model: 'any', stream: true, messages: [{ role: 'user', content: 'Count to ten.' }] }),
}

await eachStore('faults', (database) =>
  describe('of a sandbox', { concurrency: false }, () => {
    const closing: (() => unknown)[] = []
    let world: SandboxWorld
    before(async () => {
      world = await openSandboxWorld({ after: (close) => void closing.unshift(close) }, onDatabase(database))
      await world.manage('POST', '', { name: 'ci' })
    })
    after(async () => {
      for (const close of closing) await close()
    })
    const set = (...rules: unknown[]) => world.manage('PUT', '/ci/faults', { rules })
    const statusOf = async (path: string, init?: RequestInit) => {
      const answer = await world.inside('ci', path, init)
      await answer.text()
      return answer.status
    }

    test('meet exactly the calls that they name, and count them', async () => {
      await set(
        { match: { api: 'randomness', endpoint: 'dice', nth: [1, 2, 5] }, do: { status: 503 } },
        { match: { api: 'randomness', endpoint: 'dice', after: 6 }, do: { status: 500 } },
      )
      const seen: number[] = []
      for (let call = 0; call < 10; call++) seen.push(await statusOf(dice))
      assert.deepEqual(seen, [503, 503, 200, 200, 503, 200, 200, 200, 200, 500])
      const { rules } = (await world.manage('GET', '/ci/faults')) as { rules: { matched: number; applied: number }[] }
      assert.deepEqual(
        rules.map(({ matched, applied }) => [matched, applied]),
        [
          [10, 3],
          [7, 1],
        ],
      )
      assert.equal(await statusOf('/cat-facts/fact'), 200)
    })

    test('stay exact when calls come at once', async () => {
      const nth = Array.from({ length: 20 }, (_, index) => index * 10 + 1)
      await set({ match: { api: 'randomness', nth }, do: { status: 503 } })
      const all = await Promise.all(Array.from({ length: 200 }, () => statusOf(dice)))
      assert.equal(all.filter((status) => status === 503).length, 20)
    })

    test('set by two at once are those of one of them', async () => {
      const rule = (status: number) => ({ do: { status } })
      for (let round = 0; round < 5; round++)
        await Promise.all([set(rule(500), rule(501)), set(rule(502), rule(503)), set(rule(504))])
      const { rules } = (await world.manage('GET', '/ci/faults')) as { rules: { do: { status: number } }[] }
      const found = rules.map((one) => one.do.status).join()
      assert.ok(['500,501', '502,503', '504'].includes(found), found)
    })

    test('meet the same share of calls for the same seed', async () => {
      const rule = { match: { api: 'randomness', share: 0.3 }, do: { status: 500 } }
      const series = async () => {
        await set(rule)
        const seen: number[] = []
        for (let call = 0; call < 100; call++) seen.push(await statusOf(dice))
        return seen
      }
      const first = await series()
      const share = first.filter((status) => status === 500).length
      assert.ok(share > 15 && share < 45, `${share} of 100`)
      assert.deepEqual(await series(), first)
    })

    test('answer with the status in the form of the provider, say when to come again, and name their rule', async () => {
      await set({ do: { status: 429, retryAfter: 7 } })
      const answer = await world.inside('ci', '/model-routing/v1/messages', {
        method: 'POST',
        body: JSON.stringify({ model: 'a', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
      })
      assert.equal(answer.status, 429)
      assert.equal(answer.headers.get('retry-after'), '7')
      assert.equal(answer.headers.get('x-gateway-fault'), '1')
      const body = await jsonOf<{ type: string; error: { type: string } }>(answer)
      assert.equal(body.type, 'error')
      assert.equal(body.error.type, 'rate_limit_error')
      await set({ do: { status: 529 } })
      const overloaded = await world.inside('ci', '/model-routing/v1/messages', {
        method: 'POST',
        body: JSON.stringify({ model: 'a', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] }),
      })
      assert.equal((await jsonOf<{ error: { type: string } }>(overloaded)).error.type, 'overloaded_error')
      await set({ do: { status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } } })
      const own = await errorOf(await world.inside('ci', '/model-routing/v1/chat/completions', chat))
      assert.equal(own.code, 'context_length_exceeded')
    })

    test('cut the answer where they say', async () => {
      await set({ do: { cut: 'head' } })
      await assert.rejects(world.inside('ci', dice))
      await set({ do: { cut: 5 } })
      const cut = await world.inside('ci', dice)
      assert.equal(cut.status, 200)
      await assert.rejects(cut.text())
      await set({ do: { cut: 'stream:3' } })
      const stream = await world.inside('ci', '/model-routing/v1/chat/completions', chat)
      const events: string[] = []
      const read = async () => {
        for await (const bytes of stream.body ?? []) events.push(Buffer.from(bytes).toString())
      }
      await assert.rejects(read())
      assert.equal(events.join('').split('\n\n').filter(Boolean).length, 3)
    })

    test('break JSON, empty the body, wait, and say nothing at all', async () => {
      await set({ do: { body: 'malformed' } })
      await assert.rejects((await world.inside('ci', dice)).json(), SyntaxError)
      await set({ do: { body: 'empty' } })
      assert.equal(await (await world.inside('ci', dice)).text(), '')
      await set({ do: { delayMs: 300 } })
      const began = performance.now()
      assert.equal(await statusOf(dice), 200)
      assert.ok(performance.now() - began >= 299)
      await set({ do: { silent: true } })
      const headers = { 'x-gateway-timeout': '200' }
      const answer = await world.inside('ci', dice, { headers })
      assert.equal((await errorOf(answer)).code, 'call.timeout')
      await assert.rejects(world.inside('ci', dice, { signal: AbortSignal.timeout(200) }))
      await set()
    })

    test('can be asked for by the call itself, so many times', async () => {
      const headers = { 'x-gateway-fault': 'status=429;times=2;retryAfter=1' }
      const seen: number[] = []
      for (let call = 0; call < 4; call++) seen.push(await statusOf(dice, { headers }))
      assert.deepEqual(seen, [429, 429, 200, 200])
      await world.manage('POST', '/ci/reset')
      assert.equal(await statusOf(dice, { headers }), 429)
      for (const [value, problem] of [
        ['status=200', /status from 400 to 599/],
        ['statsu=500', /none of status/],
        ['status=500;cut=head', /one of status/],
        ['times=2', /at least one of/],
      ] as const) {
        const answer = await world.inside('ci', dice, { headers: { 'x-gateway-fault': value } })
        assert.match((await errorOf(answer)).message, problem)
      }
    })

    test('that cannot be done are refused', async () => {
      for (const [action, problem] of [
        [{}, /at least one of/],
        [{ status: 500, silent: true }, /one of status/],
        [{ cut: 'tail' }, /cut/],
        [{ retryAfter: 3, cut: 'head' }, /retryAfter only with status/],
      ] as const)
        await assert.rejects(set({ do: action }), problem)
      for (const [match, problem] of [
        [{ api: 'randomnes' }, /rules\[0\]\.match\.api is one of .*randomness/],
        [{ api: 'randomness', endpoint: 'dise' }, /rules\[0\]\.match\.endpoint is one of .*dice/],
        [{ endpoint: 'dise' }, /rules\[0\]\.match\.endpoint is an operation of no listing/],
        [{ nth: [] }, /nth/],
      ] as const)
        await assert.rejects(set({ match, do: { status: 500 } }), problem)
    })

    test('leave a journal whose pages are short, however long the bodies are', async () => {
      await world.manage('POST', '/ci/reset')
      const long = { model: 'any', messages: [{ role: 'user', content: 'x'.repeat(400_000) }] }
      const body = JSON.stringify(long)
      const headers = { 'x-gateway-fault': 'status=500' }
      for (let call = 0; call < 5; call++)
        await statusOf('/model-routing/v1/chat/completions', { method: 'POST', body, headers })
      type Page = { requests: { number: number; body: string }[]; next?: number }
      for (const [sort, expected] of [
        ['oldest', [1, 2, 3, 4, 5]],
        ['newest', [5, 4, 3, 2, 1]],
      ] as const) {
        const seen: number[] = []
        for (let after: number | undefined = 0; after !== undefined; ) {
          const page = (await world.manage('GET', `/ci/journal?sort=${sort}&after=${after}`)) as unknown as Page
          assert.ok(page.requests.length <= 2)
          for (const one of page.requests) assert.equal(one.body, body)
          seen.push(...page.requests.map(({ number }) => number))
          after = page.next
        }
        assert.deepEqual(seen, expected)
      }
    })

    test('are in the journal beside the requests as the provider got them, without the key', async () => {
      await world.manage('POST', '/ci/reset')
      await set({ match: { nth: [2] }, do: { status: 500 } })
      await statusOf('/model-routing/v1/chat/completions', chat)
      await statusOf(dice)
      const { requests } = (await world.manage('GET', '/ci/journal')) as { requests: Record<string, unknown>[] }
      assert.deepEqual(
        requests.map(({ number, api, endpoint, body, fault }) => [number, api, endpoint, body, fault]),
        [
          [1, 'model-routing', 'chatCompletions', chat.body, undefined],
          [2, 'randomness', 'dice', null, '1'],
        ],
      )
      assert.doesNotMatch(JSON.stringify(requests), new RegExp(world.key))
      const newest = async (after: number) => {
        const page = await world.manage('GET', `/ci/journal?sort=newest&limit=1&after=${after}`)
        return page as { requests: { number: number }[]; next?: number }
      }
      const first = await newest(0)
      const last = await newest(first.next ?? 0)
      assert.deepEqual(
        [first.requests[0]?.number, first.next, last.requests[0]?.number, last.next],
        [2, 2, 1, undefined],
      )
    })
  }),
)
