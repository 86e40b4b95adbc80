// The SDK of DeepL against the embedded provider, unchanged but for its address and key.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import * as deepl from 'deepl-node'
import { apisFolder, loadApis } from '../../packages/gateway/src/process/load-apis.ts'
import { openGateway } from '../harness/open-gateway.ts'

const closing: (() => unknown)[] = []
let client: deepl.DeepLClient
let upload: (form: FormData) => Promise<Response>
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  closing.push(() => rm(folder, { recursive: true, force: true }))
  const dataDir = join(folder, 'data')
  // other engines than the sample depend on the machine
  await mkdir(join(dataDir, 'config'), { recursive: true, mode: 0o700 })
  await writeFile(join(dataDir, 'config', 'translation.json'), '{"apertium":false}', { mode: 0o600 })
  const gateway = await openGateway(
    { after: (close) => void closing.unshift(close) },
    { apis: await loadApis(apisFolder, 'translation'), dataDir },
  )
  const { key } = await gateway.account()
  const options = {
    serverUrl: `${gateway.baseUrl}/v1/proxy/translation`,
    headers: { 'x-gateway-provider': 'embedded' },
  }
  client = new deepl.DeepLClient(key, { maxRetries: 1, ...options })
  const headers = { ...options.headers, 'x-gateway-key': key }
  upload = (body) => fetch(`${options.serverUrl}/v2/document`, { method: 'POST', headers, body })
})
after(async () => {
  for (const close of closing) await close()
})

test('texts are translated with tags, formality, billing and detection', async () => {
  const [first, second] = await client.translateText(['proton beam', 'Guten Morgen'], null, 'en-US')
  assert.deepEqual([first?.detectedSourceLang, second?.detectedSourceLang, second?.text], ['en', 'de', 'Good morning'])
  const options = { tagHandling: 'html', formality: 'less', outlineDetection: false, ignoreTags: 'x' } as const
  const tagged = await client.translateText('<b>How are you?</b>', 'en', 'de', options)
  assert.deepEqual([tagged.text, tagged.billedCharacters], ['<b>Wie geht es dir?</b>', 19])
  await assert.rejects(client.translateText('hello', null, 'xx' as deepl.TargetLanguageCode), /target_lang/)
})

test('terms of a glossary are found in other forms, and their targets have them', async () => {
  const entries = new deepl.GlossaryEntries({ entries: { house: 'Gebäude', door: 'Tor' } })
  const glossary = await client.createGlossary('Buildings', 'en', 'de', entries)
  const { text } = await client.translateText('The houses have doors.', 'en', 'de', { glossary })
  assert.equal(text, 'Die Gebäude haben Tore.')
  await client.deleteGlossary(glossary)
})

test('languages, glossary pairs and usage are listed', async () => {
  const targets = await client.getTargetLanguages()
  assert.equal(targets.find(({ code }) => code === 'de')?.supportsFormality, true)
  assert.equal((await client.getSourceLanguages()).length, 8)
  assert.ok((await client.getGlossaryLanguagePairs()).length > 900)
  assert.equal((await client.getUsage()).character?.limit, 1_000_000_000_000)
})

test('glossaries of both versions are created, used, changed and removed', async () => {
  const entries = new deepl.GlossaryEntries({ entries: { gate: 'Pforte' } })
  const old = await client.createGlossary('Old', 'en', 'de', entries)
  assert.equal((await client.translateText('gate', 'en', 'de', { glossary: old })).text, 'Pforte')
  assert.deepEqual((await client.getGlossaryEntries(old)).entries(), { gate: 'Pforte' })
  await client.deleteGlossary(old)
  await assert.rejects(client.deleteGlossary(old), deepl.GlossaryNotFoundError)
  const dictionary = { sourceLangCode: 'en', targetLangCode: 'fr', entries } as const
  const glossary = await client.createMultilingualGlossary('New', [dictionary, { ...dictionary, targetLangCode: 'de' }])
  await client.updateMultilingualGlossaryDictionary(glossary, {
    ...dictionary,
    entries: new deepl.GlossaryEntries({ entries: { keeper: 'gardien' } }),
  })
  const read = await client.getMultilingualGlossaryDictionaryEntries(glossary, 'en', 'fr')
  assert.deepEqual(read.entries.entries(), { gate: 'Pforte', keeper: 'gardien' })
  await client.updateMultilingualGlossaryName(glossary, 'Newer')
  assert.equal((await client.getMultilingualGlossary(glossary.glossaryId)).name, 'Newer')
  await client
    .createMultilingualGlossaryWithCsv('CSV', 'en', 'de', 'a,b\nc,d')
    .then((csv) => client.deleteMultilingualGlossary(csv))
  await client.deleteMultilingualGlossary(glossary)
  assert.deepEqual(await client.listMultilingualGlossaries(), [])
})

test('a document is translated from file to file, and a wrong one is refused', async () => {
  const [source, target] = [join(folder, 'a.html'), join(folder, 'b.html')]
  await writeFile(source, '<p>Good <b>morning</b></p>')
  const { status } = await client.translateDocument(source, target, 'en', 'de')
  assert.equal(status, 'done')
  assert.equal(await readFile(target, 'utf8'), '<p>Guter <b>Morgen</b></p>')
  await assert.rejects(client.uploadDocument(Buffer.from('a'), 'en', 'de', { filename: 'a.exe' }), /Invalid file data/)
})

test('a translation memory is imported from a file, used, read page by page, exported and removed', async () => {
  const file = join(folder, 'a.tmx')
  const unit = '<tu><tuv xml:lang="en"><seg>Hello you!</seg></tuv><tuv xml:lang="de"><seg>Servus!</seg></tuv></tu>'
  await writeFile(file, `<tmx version="1.4"><header srclang="en"/><body>${unit}</body></tmx>`)
  const { results } = await client.importTranslationMemoryFromFilepath(file)
  const id = String(results[0]?.translationMemoryId)
  assert.equal((await client.getTranslationMemory(id)).segmentCount, 1)
  assert.equal((await client.listTranslationMemories()).length, 1)
  const used = await client.translateText('Hello yuo!', 'en', 'de', { translationMemory: id })
  assert.equal(used.text, 'Servus!')
  const { segments } = await client.listTranslationMemorySegments(id, { filterText: 'servus' })
  assert.equal(segments.length, 1)
  const exported = join(folder, 'b.tmx')
  await client.exportTranslationMemoryToFilepath(id, exported)
  assert.match(await readFile(exported, 'utf8'), /Servus!/)
  await client.deleteTranslationMemory(id)
  await assert.rejects(client.getTranslationMemory(id), /404|Not found|not found/)
})

test('style rules are created, listed, changed and removed, and writing help answers', async () => {
  const style = await client.createStyleRule({ name: 'House', language: 'de' })
  const instruction = await client.createStyleRuleCustomInstruction(style.styleId, {
    label: 'Units',
    prompt: 'Use metres.',
  })
  assert.equal(instruction.label, 'Units')
  const [listed] = await client.getAllStyleRules(0, 10, true)
  assert.deepEqual([listed?.name, listed?.customInstructions?.length], ['House', 1])
  await client.deleteStyleRule(style.styleId)
  assert.deepEqual(await client.getAllStyleRules(), [])
  const improved = await client.rephraseText('teh house is big', 'en-GB')
  assert.equal(improved.text, 'The house is big')
})

test('an upload without a file, or with text in its place, is refused by name', async () => {
  for (const parts of [{ target_lang: 'DE' }, { target_lang: 'DE', file: 'hello' }]) {
    const form = new FormData()
    for (const [name, value] of Object.entries(parts)) form.append(name, value)
    const response = await upload(form)
    const { message } = Object(await response.json())
    assert.deepEqual([response.status, message], [400, "Parameter 'file' not specified."])
  }
})
