// The provider as the tests of this folder open it: with seeded draws, so that ids differ.
import { createSeededRandom, openWorld as open, type WorldOptions } from '#provider/test'
import api from '../api.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'

interface Translation {
  readonly detected_source_language: string
  readonly text: string
  readonly billed_characters?: number
  readonly model_type_used?: string
  readonly tag_handling_version?: string
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** Worlds on one database must not draw the same ids. */
let worlds = 0

export async function openWorld({ kit, ...options }: WorldOptions<Tables> = {}) {
  const world = await open(api, provider, {
    ...options,
    // the sample is the same everywhere, programs of the machine are not
    kit: {
      random: createSeededRandom(31 + worlds++),
      ...kit,
      config: { apertium: false, pocketsphinx: false, hunspell: false, ...Object(kit?.config) },
    },
  })
  const post = (path: string, body: unknown, account?: string) =>
    world.ask<Record<string, unknown>>(path, { method: 'POST', body, ...(account === undefined ? {} : { account }) })
  return {
    ...world,
    post,
    /** The translations of texts, by default from English into German. */
    async translate(text: string | readonly string[], fields: Readonly<Record<string, unknown>> = {}) {
      const body = { text: [text].flat(), source_lang: 'EN', target_lang: 'DE', ...fields }
      const { status, body: answer } = await post('/v2/translate', body)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(answer)}`)
      const translations: Translation[] = Object(answer).translations
      return translations
    },
    /** The status and message of a translation that is refused. */
    async refused(fields: Readonly<Record<string, unknown>>, path = '/v2/translate') {
      const { status, body } = await post(path, { text: ['Hello'], source_lang: 'EN', target_lang: 'DE', ...fields })
      return [status, body.message]
    },
    /** Translates a document and returns its bytes. */
    async document(name: string, bytes: Buffer, fields: Readonly<Record<string, unknown>> = {}) {
      const blob = new Blob([new Uint8Array(bytes)])
      const file = { fileName: name, contentType: 'application/octet-stream', bytes, blob }
      const { status, body } = await post('/v2/document', { file, source_lang: 'EN', target_lang: 'DE', ...fields })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      const { document_id, document_key } = body
      const state = await post(`/v2/document/${document_id}`, { document_key })
      if (state.body.status !== 'done') throw new Error(JSON.stringify(state.body))
      const result = await world.ask<Buffer>(`/v2/document/${document_id}/result`, {
        method: 'POST',
        body: { document_key },
      })
      return {
        id: String(document_id),
        key: String(document_key),
        state: state.body,
        bytes: result.body,
        headers: result.headers,
      }
    },
  }
}
