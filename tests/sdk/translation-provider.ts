// A provider with the wire of the DeepL API as far as its SDK needs it: texts, usage, documents, and glossaries of both
// kinds. It translates by converting letters to upper case.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Received } from '../harness/upstream.ts'
import { formOf } from './provider.ts'

interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Buffer
}
/** `parts` are the capture groups of the path. */
type Handler = (request: Received, parts: readonly string[]) => Reply | Promise<Reply>

const json = (value: unknown, status = 200): Reply => {
  return { status, contentType: 'application/json', body: JSON.stringify(value) }
}
const bytes = (body: string | Buffer, contentType: string): Reply => ({ status: 200, contentType, body })
const nothing: Reply = { status: 204, contentType: '', body: '' }
const notFound = json({ message: 'Not found' }, 404)

interface Dictionary {
  readonly source_lang: string
  readonly target_lang: string
  readonly entries: string
}
interface Glossary {
  readonly name: string
  readonly dictionaries: Dictionary[]
}
type Routes = readonly (readonly [method: string, path: RegExp, handler: Handler])[]

/** Creates the answers of an empty provider. `authorization` is the header it requires. */
export function createTranslationProvider(authorization: string) {
  const routes: Routes = [...textRoutes(), ...documents(), ...glossaries()]
  return async (request: Received, response: ServerResponse): Promise<void> => {
    const { status, contentType, body } = await answer(request)
    response.setHeader('x-trace-id', '0123456789abcdef0123456789abcdef')
    if (contentType !== '') response.setHeader('content-type', contentType)
    response.writeHead(status).end(body)
  }

  function answer(request: Received): Reply | Promise<Reply> {
    if (request.headers.authorization !== authorization) return json({ message: 'Wrong key' }, 403)
    const path = request.url.split('?', 1)[0] ?? ''
    for (const [method, form, handler] of routes) {
      const match = method === request.method ? form.exec(path) : null
      if (match) return handler(request, match.slice(1))
    }
    return notFound
  }
}

function textRoutes(): Routes {
  const translate: Handler = (request) => {
    const form = fieldsOf(request)
    const translations = form.getAll('text').map((text) => ({
      detected_source_language: form.get('source_lang')?.toUpperCase() ?? 'EN',
      text: text.toUpperCase(),
      billed_characters: text.length,
    }))
    return json({ translations })
  }
  return [
    ['POST', /^\/v2\/translate$/, translate],
    ['GET', /^\/v2\/usage$/, () => json({ character_count: 120, character_limit: 500_000 })],
  ]
}

function documents(): Routes {
  const stored = new Map<string, { key: string; bytes: Buffer }>()
  const find = (request: Received, id: string) => {
    const document = stored.get(id)
    return document?.key === fieldsOf(request).get('document_key') ? document : undefined
  }
  const upload: Handler = async (request) => {
    const file = (await formOf(request)).get('file')
    if (!(file instanceof File)) return json({ message: 'Invalid file data.' }, 400)
    const id = randomUUID().replaceAll('-', '').toUpperCase()
    stored.set(id, { key: id + id, bytes: Buffer.from(await file.arrayBuffer()) })
    return json({ document_id: id, document_key: id + id })
  }
  const status: Handler = (request, [id = '']) => {
    const document = find(request, id)
    return document ? json({ document_id: id, status: 'done', billed_characters: document.bytes.length }) : notFound
  }
  const download: Handler = (request, [id = '']) => {
    const document = find(request, id)
    if (!document) return json({ message: 'Document already downloaded' }, 503)
    stored.delete(id)
    return bytes(
      Buffer.from(document.bytes.map((byte) => (byte >= 97 && byte <= 122 ? byte - 32 : byte))),
      'text/plain',
    )
  }
  return [
    ['POST', /^\/v2\/document$/, upload],
    ['POST', /^\/v2\/document\/(\w+)$/, status],
    ['POST', /^\/v2\/document\/(\w+)\/result$/, download],
  ]
}

function glossaries(): Routes {
  const stored = new Map<string, Glossary>()
  const create = (name: string | null, dictionaries: Dictionary[]): [string, Glossary] => {
    const entry: [string, Glossary] = [randomUUID(), { name: name ?? '', dictionaries }]
    stored.set(...entry)
    return entry
  }
  const createOfPair: Handler = (request) => {
    const form = fieldsOf(request)
    return json(oneOfPair(create(form.get('name'), [dictionaryIn(form, '')])), 201)
  }
  const createOfSeveral: Handler = (request) => {
    const form = fieldsOf(request)
    return json(multilingual(create(form.get('name'), dictionariesIn(form))), 201)
  }
  const entriesOfPair: Handler = (request, [id = '']) => {
    const [dictionary] = stored.get(id)?.dictionaries ?? []
    if (request.headers.accept === 'application/json') return json({ message: 'Not acceptable' }, 415)
    return dictionary ? bytes(dictionary.entries, 'text/tab-separated-values') : notFound
  }
  const entries: Handler = (request, [id = '']) => {
    const target = new URL(request.url, 'http://provider').searchParams.get('target_lang')
    const dictionary = stored.get(id)?.dictionaries.find((one) => one.target_lang === target)
    return dictionary ? json({ dictionaries: [{ ...dictionary, entries_format: 'tsv' }] }) : notFound
  }
  const replace: Handler = (request, [id = '']) => {
    const dictionaries = stored.get(id)?.dictionaries
    const dictionary = dictionaryIn(fieldsOf(request), '')
    const at = dictionaries?.findIndex((one) => one.target_lang === dictionary.target_lang) ?? -1
    if (!dictionaries || at < 0) return notFound
    dictionaries[at] = dictionary
    return json(counted(dictionary))
  }
  const remove: Handler = (_request, [id = '']) => (stored.delete(id) ? nothing : notFound)
  return [
    ['GET', /^\/v2\/glossaries$/, () => json({ glossaries: [...stored].map(oneOfPair) })],
    ['POST', /^\/v2\/glossaries$/, createOfPair],
    ['GET', /^\/v2\/glossaries\/([\w-]+)\/entries$/, entriesOfPair],
    ['DELETE', /^\/v[23]\/glossaries\/([\w-]+)$/, remove],
    ['GET', /^\/v3\/glossaries$/, () => json({ glossaries: [...stored].map(multilingual) })],
    ['POST', /^\/v3\/glossaries$/, createOfSeveral],
    ['PUT', /^\/v3\/glossaries\/([\w-]+)\/dictionaries$/, replace],
    ['GET', /^\/v3\/glossaries\/([\w-]+)\/entries$/, entries],
  ]
}

function fieldsOf(request: Received): URLSearchParams {
  return new URLSearchParams(request.body.toString())
}

/** The SDK writes nested fields as `dictionaries[0].source_lang`. */
function dictionariesIn(form: URLSearchParams): Dictionary[] {
  const count = [...form.keys()].filter((name) => /^dictionaries\[\d+\]\.entries$/.test(name)).length
  return Array.from({ length: count }, (_, at) => dictionaryIn(form, `dictionaries[${at}].`))
}

function dictionaryIn(form: URLSearchParams, prefix: string): Dictionary {
  const field = (name: string) => form.get(prefix + name) ?? ''
  return { source_lang: field('source_lang'), target_lang: field('target_lang'), entries: field('entries') }
}

function counted({ source_lang, target_lang, entries }: Dictionary) {
  return { source_lang, target_lang, entry_count: entries.split('\n').length }
}

const creation_time = '2026-05-06T07:08:09.000Z'

function oneOfPair([id, { name, dictionaries }]: readonly [string, Glossary]) {
  return { glossary_id: id, ready: true, name, creation_time, ...dictionaries.map(counted)[0] }
}

function multilingual([id, { name, dictionaries }]: readonly [string, Glossary]) {
  return { glossary_id: id, name, creation_time, dictionaries: dictionaries.map(counted) }
}
