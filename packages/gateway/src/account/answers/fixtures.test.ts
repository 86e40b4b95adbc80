// Answers of files: in order for each account and each header by which a provider chose, and with the nearest one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFixtures } from './fixtures.ts'
import type { KeptAnswer } from './kept-answer.ts'

const answer = (params: object, at: number, language?: string): KeptAnswer => ({
  request: { listing: 'things', endpoint: 'list', params: { ...params }, body: null, other: null },
  varies: language === undefined ? {} : { 'accept-language': language },
  ...{ at, status: 200, headers: [], body: Buffer.from(`${language} ${at}`), beats: null },
})

test('each account and language has its own place among repeated answers', async () => {
  const fixtures = createFixtures(
    [answer({}, 4, 'fr'), answer({}, 1, 'de'), answer({}, 2, 'fr'), answer({}, 3, 'de')],
    true,
  )
  const ask = async (account: string, language: string) => {
    const next = await fixtures.next(account, { request: answer({}, 0).request, header: () => language })
    return next?.body.toString()
  }
  const seen: unknown[] = []
  for (const [account, language] of [
    ['one', 'de'],
    ['one', 'fr'],
    ['one', 'de'],
    ['one', 'de'],
    ['two', 'de'],
    ['one', 'it'],
  ] as const)
    seen.push(await ask(account, language))
  assert.deepEqual(seen, ['de 1', 'fr 2', 'de 3', 'de 3', 'de 1', undefined])
})

test('a miss is compared with the newest fifty of its operation', async () => {
  const fixtures = createFixtures(
    Array.from({ length: 60 }, (_one, at) => answer({ at, q: 'a' }, at)),
    true,
  )
  const nearest = async (at: number) => {
    const found = await fixtures.nearest('one', { request: answer({ at, q: 'b' }, 0).request, header: () => '' })
    return found?.differs.map(({ part }) => part)
  }
  assert.deepEqual([await nearest(10), await nearest(9)], [['params.q'], ['params.at', 'params.q']])
})

test('an equal request that the provider answered by a header is nearer than any other', async () => {
  const fixtures = createFixtures([answer({ q: 'a' }, 1, 'de'), answer({ q: 'b' }, 2, 'de')], true)
  const found = await fixtures.nearest('one', { request: answer({ q: 'a' }, 0).request, header: () => 'fr' })
  assert.deepEqual(found?.differs, [{ part: 'accept or accept-language' }])
})
