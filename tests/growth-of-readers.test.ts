// Whatever reads a text of a caller takes time in proportion to it, before and after the caller's key is known. The
// expressions themselves are checked by scripts/check/patterns.ts; these are the texts that once stopped everybody.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineApi, get, hosted, keyless, num, obj } from '#define'
import { quotedParameters, withoutTrailing } from '#define/texts'
import { readLimit } from '../apis/author-sentences/provider/sentences/limit.ts'
import { sentencesOf } from '../apis/model-routing/provider/models/built-in/speech/captions.ts'
import { calculated } from '../apis/model-routing/provider/models/built-in/text/arithmetic.ts'
import { Field } from '../apis/model-routing/provider/wire/field.ts'
import { base64 } from '../apis/model-routing/provider/wire/source.ts'
import { compilePattern } from '../apis/nanomaterials/provider/materials/linear-regexp.ts'
import { readFieldList } from '../apis/nanomaterials/provider/solr/request/fields.ts'
import { translateSubtitles } from '../apis/translation/provider/documents/formats/subtitles.ts'
import { compileReader } from '../packages/derive/reading.ts'
import { compileRoutes } from '../packages/derive/routes.ts'
import { assertLinear } from './harness/growth.ts'
import { openGateway } from './harness/open-gateway.ts'

test('a call without a key costs no more than its Authorization header is long', async (t) => {
  const gateway = await openGateway(t)
  const refuse = async (authorization: string) => {
    const calls = Array.from({ length: 20 }, () =>
      gateway.call('/v1/proxy/address-lookup/places?query=x', { key: null, headers: { authorization } }),
    )
    for (const { status } of await Promise.all(calls)) assert.equal(status, 401)
  }
  await refuse('a')
  await assertLinear({ text: (length) => 'a'.repeat(length), work: refuse, longest: 30_000 })
  await assertLinear({ text: (length) => 'a="b" '.repeat(length / 6), work: refuse, longest: 30_000 })
})

test('parameters of a header and repeated endings are read once', async () => {
  assert.deepEqual(quotedParameters('X a="1", b-c="2" d=3 e="'), [
    ['a', '1'],
    ['b-c', '2'],
  ])
  assert.equal(withoutTrailing('=a==', '='), '=a')
  await assertLinear({ text: (length) => 'a'.repeat(length), work: quotedParameters })
  await assertLinear({ text: (length) => 'a="'.repeat(length / 3), work: quotedParameters })
  await assertLinear({ text: (length) => `${'='.repeat(length)}A`, work: (text) => withoutTrailing(text, '=') })
})

test('a number is read in one go', async () => {
  const endpoint = get('/it', '', { params: { amount: num() }, returns: obj({}) })
  const api = defineApi({
    ...{ slug: 'test', title: '', summary: '', surface: hosted, auth: keyless, upstream: null },
    endpoints: { it: endpoint },
  })
  const [route] = compileRoutes(api).routes
  assert.ok(route)
  const reader = compileReader(route)
  const read = (value: string) => {
    try {
      return reader({
        pathValues: [],
        query: [{ name: 'amount', value, raw: value }],
        header: () => undefined,
        hasStoredKey: false,
      })
    } catch {
      return undefined
    }
  }
  await assertLinear({ text: (length) => `${'0'.repeat(length)}x`, work: read })
  await assertLinear({ text: (length) => `${'0'.repeat(length)}x`, work: readLimit })
  assert.deepEqual(['12', ' 3.9 ', '.5', '5.', '1e1', '1.2.3', ''].map(readLimit), [12, 3, 0, 5, 10, 1, 1])
})

test('base64 is read in one go', async () => {
  const read = (text: string) => {
    try {
      return base64(new Field(text, 'dots'))
    } catch {
      return undefined
    }
  }
  assert.equal(read('YQ=='), 'YQ==')
  await assertLinear({ text: (length) => `${'='.repeat(length)}A`, work: read })
})

test('subtitles, captions, sums and field lists are taken apart in one go', async () => {
  await assertLinear({
    text: (length) => `1\n${'-->'.repeat(length / 3)}`,
    work: (text) => translateSubtitles(Buffer.from(text), async (passages) => [...passages]),
  })
  const sentences = (text: string) => sentencesOf({ text, seconds: 1 })
  await assertLinear({ text: (length) => `${'!'.repeat(length)}x`, work: sentences, longest: 2 ** 16 })
  await assertLinear({ text: (length) => ' '.repeat(length), work: calculated })
  const list = (text: string) => {
    try {
      return readFieldList([text], () => undefined)
    } catch {
      return undefined
    }
  }
  await assertLinear({ text: (length) => '[.'.repeat(length / 2), work: list })
})

test('what callers write as a pattern runs in linear time', async () => {
  const matches = compilePattern('(a*)*(a|aa)+b')
  await assertLinear({ text: (length) => 'a'.repeat(length), work: matches, longest: 2 ** 20 })
})
