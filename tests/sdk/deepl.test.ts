// The SDK of DeepL through the gateway, unchanged but for its address and key: serverUrl {base}, authKey = the gateway
// key.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import * as deepl from 'deepl-node'
import { sendJson } from '../harness/upstream.ts'
import { type Answer, assertKeyOnlyIn, formOf, openProvider, providerKey, received, type SdkWorld } from './provider.ts'
import { createTranslationProvider } from './translation-provider.ts'

const authorization = `DeepL-Auth-Key ${providerKey}`

async function openSdk(
  t: TestContext,
  answer: Answer = createTranslationProvider(authorization),
  options: deepl.DeepLClientOptions = { maxRetries: 1 },
): Promise<{ world: SdkWorld; client: deepl.DeepLClient }> {
  const world = await openProvider(t, 'translation', answer)
  return { world, client: new deepl.DeepLClient(world.gatewayKey, { serverUrl: world.base, ...options }) }
}

function assertKey(world: SdkWorld): void {
  assert.ok(world.received.length > 0)
  for (const request of world.received) assertKeyOnlyIn(request, 'authorization', authorization)
}

test('one text is translated, and the provider gets the stored key', async (t) => {
  const { world, client } = await openSdk(t)
  const { text, detectedSourceLang, billedCharacters } = await client.translateText('good morning', null, 'de')
  assert.deepEqual([text, detectedSourceLang, billedCharacters], ['GOOD MORNING', 'en', 12])
  const request = received(world)
  assert.deepEqual([request.method, request.url], ['POST', '/v2/translate'])
  assert.match(request.headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/)
  assert.match(request.headers['user-agent'] ?? '', /^deepl-node\//)
  assertKey(world)
})

test('several texts come back in their order, and every option reaches the provider', async (t) => {
  const { world, client } = await openSdk(t)
  const strings = ['good morning', 'grüß Gott & "so"', 'a+b=100 %']
  const tags = { tagHandling: 'xml' as const, ignoreTags: ['x', 'y'] }
  const options = { formality: 'prefer_more' as const, context: 'A greeting.', ...tags }
  const results = await client.translateText(strings, 'en', 'pt-BR', options)
  assert.deepEqual(
    results.map(({ text }) => text),
    strings.map((text) => text.toUpperCase()),
  )
  const form = new URLSearchParams(received(world).body.toString())
  assert.deepEqual(form.getAll('text'), strings)
  const sent = ['target_lang', 'formality', 'context', 'tag_handling', 'ignore_tags'].map((name) => form.get(name))
  assert.deepEqual(sent, ['pt-BR', 'prefer_more', 'A greeting.', 'xml', 'x,y'])
  assertKey(world)
})

test('a glossary of one language pair is created, listed, read and removed', async (t) => {
  const { world, client } = await openSdk(t)
  const entries = new deepl.GlossaryEntries({ entries: { gate: 'Tor', keeper: 'Wärter' } })
  const glossary = await client.createGlossary('Gates', 'en', 'de', entries)
  assert.deepEqual(
    [glossary.name, glossary.sourceLang, glossary.targetLang, glossary.entryCount],
    ['Gates', 'en', 'de', 2],
  )
  assert.deepEqual(
    (await client.listGlossaries()).map(({ glossaryId }) => glossaryId),
    [glossary.glossaryId],
  )
  assert.deepEqual((await client.getGlossaryEntries(glossary)).entries(), { gate: 'Tor', keeper: 'Wärter' })
  await client.deleteGlossary(glossary)
  assert.deepEqual(await client.listGlossaries(), [])
  await assert.rejects(client.deleteGlossary(glossary), deepl.GlossaryNotFoundError)
  assertKey(world)
})

test('a glossary of several pairs, which the SDK sends as a nested form, is created, changed, read and removed', async (t) => {
  const { world, client } = await openSdk(t)
  const dictionary = (targetLangCode: deepl.TargetLanguageCode, tor: string) => ({
    ...{ sourceLangCode: 'en' as const, targetLangCode },
    entries: new deepl.GlossaryEntries({ entries: { gate: tor } }),
  })
  const glossary = await client.createMultilingualGlossary('Gates', [
    dictionary('de', 'Tor'),
    dictionary('fr', 'porte'),
  ])
  assert.deepEqual(
    glossary.dictionaries.map(({ targetLangCode, entryCount }) => [targetLangCode, entryCount]),
    [
      ['de', 1],
      ['fr', 1],
    ],
  )
  assert.equal((await client.listMultilingualGlossaries()).length, 1)
  await client.replaceMultilingualGlossaryDictionary(glossary, dictionary('fr', 'portail'))
  const { entries } = await client.getMultilingualGlossaryDictionaryEntries(glossary, 'en', 'fr')
  assert.deepEqual(entries.entries(), { gate: 'portail' })
  await client.deleteMultilingualGlossary(glossary)
  assert.deepEqual(await client.listMultilingualGlossaries(), [])
  assertKey(world)
})

test('usage has the character count and its limit', async (t) => {
  const { world, client } = await openSdk(t)
  const { character } = await client.getUsage()
  assert.deepEqual([character?.count, character?.limit, character?.limitReached()], [120, 500_000, false])
  assertKey(world)
})

test('a document is uploaded, polled and downloaded byte for byte, once', async (t) => {
  const { world, client } = await openSdk(t)
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const bytes = Buffer.concat([Buffer.from('good morning\n'), Buffer.from([0, 255, 13, 10])])
  const handle = await client.uploadDocument(bytes, null, 'de', { filename: 'morning.txt' })
  const form = await formOf(received(world))
  const file = form.get('file')
  assert.ok(file instanceof File)
  assert.deepEqual([file.name, form.get('target_lang')], ['morning.txt', 'de'])
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), bytes)
  const status = await client.getDocumentStatus(handle)
  assert.deepEqual([status.done(), status.billedCharacters], [true, bytes.length])
  const target = join(folder, 'morning-de.txt')
  await client.downloadDocument(handle, target)
  assert.deepEqual(await readFile(target), Buffer.concat([Buffer.from('GOOD MORNING\n'), bytes.subarray(13)]))
  await assert.rejects(client.downloadDocument(handle, join(folder, 'again.txt')), deepl.DocumentNotReadyError)
  assertKey(world)
})

for (const [status, ErrorClass] of [
  [403, deepl.AuthorizationError],
  [456, deepl.QuotaExceededError],
  [429, deepl.TooManyRequestsError],
  [400, deepl.DeepLError],
  [503, deepl.DeepLError],
] as const)
  test(`a ${status} of the provider is thrown as ${ErrorClass.name} with its message, after one call`, async (t) => {
    const message = `What the provider said of ${status}.`
    const { world, client } = await openSdk(t, (_request, response) => sendJson(response, { message }, { status }))
    await assert.rejects(client.translateText('good morning', null, 'de'), (error) => {
      assert.ok(error instanceof ErrorClass, String(error))
      assert.ok(error.message.includes(message), error.message)
      return true
    })
    assert.equal(world.received.length, 1)
    assertKey(world)
  })

for (const status of [429, 503])
  test(`the SDK retries after ${status}, and succeeds`, async (t) => {
    const provider = createTranslationProvider(authorization)
    let calls = 0
    const { world, client } = await openSdk(
      t,
      (request, response) => {
        if (calls++ > 0) return provider(request, response)
        sendJson(response, { message: 'Later' }, { status })
      },
      { maxRetries: 2 },
    )
    assert.equal((await client.translateText('good morning', null, 'de')).text, 'GOOD MORNING')
    assert.equal(world.received.length, 2)
  })

test('an unknown gateway key is an error of the SDK, and nothing reaches the provider', async (t) => {
  const { world } = await openSdk(t)
  const stranger = new deepl.DeepLClient('gh_live_nobody', { serverUrl: world.base, maxRetries: 1 })
  await assert.rejects(stranger.getUsage(), /401 Unauthorized.*key\.invalid/s)
  assert.equal(world.received.length, 0)
})
