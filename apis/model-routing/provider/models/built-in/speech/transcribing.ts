// The transcription endpoints (SOURCES 3.7): exactly what speak-1 spoke. Human voices are refused explicitly.
import { type HandlersFor, type Reply, reply } from '#define'
import type { endpoints } from '../../../../endpoints.ts'
import { memberOf } from '../../../wire/json.ts'
import { ModelError } from '../../../wire/model-error.ts'
import type { BuiltInDeps } from '../deps.ts'
import { builtInFor } from '../models.ts'
import { isEnglish } from '../text/english.ts'
import { segmentsOf, sentencesOf, subRip, webVtt, wordsOf } from './captions.ts'
import { type Recording, readRecording } from './recording.ts'

export const createTranscribingHandlers = (
  deps: Pick<BuiltInDeps, 'ask' | 'log'>,
): HandlersFor<typeof endpoints, 'createTranscription' | 'createTranslation'> => ({
  async createTranscription({ body }) {
    builtInFor('transcription', body.model)
    const format = body.response_format ?? 'json'
    readFormat(format)
    const granularities = [body['timestamp_granularities[]'] ?? []].flat()
    if (granularities.length > 0 && format !== 'verbose_json')
      throw invalid('Times of words and segments need response_format verbose_json.', 'timestamp_granularities')
    if (granularities.some((one) => one !== 'word' && one !== 'segment'))
      throw invalid('timestamp_granularities are word and segment.', 'timestamp_granularities')
    if ([body['include[]'] ?? []].flat().length > 0) throw invalid('This model has no probabilities.', 'include')
    const recording = readRecording(bytesOf(body.file))
    if (body.stream) return eventsOf(recording)
    return written(recording, { format, task: 'transcribe', language: languageName(body.language), granularities })
  },
  async createTranslation({ body }, { account }) {
    builtInFor('transcription', body.model)
    const format = body.response_format ?? 'json'
    readFormat(format)
    const recording = readRecording(bytesOf(body.file))
    const translated = await inEnglish(recording, { ...deps, account })
    return written(translated, { format, task: 'translate', language: 'english', granularities: [] })
  },
})

const formats = ['json', 'text', 'srt', 'verbose_json', 'vtt']
function readFormat(format: string): void {
  if (!formats.includes(format))
    throw invalid(
      `response_format must be one of ${formats.join(', ')}; this model tells no speakers apart.`,
      'response_format',
    )
}

/** A part of a form, or base64 in JSON. */
function bytesOf(file: unknown): Buffer {
  if (typeof file === 'string') return Buffer.from(file.replace(/^data:[^,]{0,100},/, ''), 'base64')
  const { bytes }: { readonly bytes?: unknown } = Object(file)
  if (!Buffer.isBuffer(bytes)) throw invalid('file must be a sound file.', 'file')
  return bytes
}

interface Writing {
  readonly format: string
  readonly task: string
  readonly language: string
  readonly granularities: readonly string[]
}

function written(recording: Recording, { format, task, language, granularities }: Writing) {
  const { text, seconds } = recording
  const usage = { type: 'duration', seconds: Math.ceil(seconds) }
  if (format === 'json') return { text, usage }
  if (format !== 'verbose_json')
    return plain(format === 'srt' ? subRip(recording) : format === 'vtt' ? webVtt(recording) : `${text}\n`)
  const hasSegments = granularities.length === 0 || granularities.includes('segment')
  return {
    task,
    language,
    duration: Math.round(seconds * 1000) / 1000,
    text,
    ...(granularities.includes('word') ? { words: wordsOf(recording) } : {}),
    ...(hasSegments ? { segments: segmentsOf(recording) } : {}),
    usage,
  }
}

function plain(text: string): Reply<AsyncIterable<string>> {
  return reply(once(text), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
async function* once(text: string): AsyncGenerator<string> {
  yield text
}

function eventsOf({ text, seconds }: Recording): Reply<AsyncIterable<string>> {
  const usage = { type: 'duration', seconds: Math.ceil(seconds) }
  async function* frames(): AsyncGenerator<string> {
    for (const delta of text.match(/(?<!\s)\s*\S+(?:\s+$)?/gu) ?? [])
      yield `data: ${JSON.stringify({ type: 'transcript.text.delta', delta })}\n\n`
    yield `data: ${JSON.stringify({ type: 'transcript.text.done', text, usage })}\n\n`
  }
  return reply(frames(), {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  })
}

/** The language that the caller names, in English; the model itself cannot tell. */
function languageName(code: string | null | undefined): string {
  if (!code) return 'unknown'
  try {
    return (new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code).toLowerCase()
  } catch {
    throw invalid('language must be a code of ISO 639-1, such as en.', 'language')
  }
}

/** Translated by the gateway's translation API; English stays unchanged. Throws ModelError 'unimplemented'. */
async function inEnglish(
  recording: Recording,
  { ask, log, account }: Pick<BuiltInDeps, 'ask' | 'log'> & { readonly account: string },
): Promise<Recording> {
  if (isEnglish(recording.text)) return recording
  try {
    const text = sentencesOf(recording).map((sentence) => sentence.text.trim())
    const answer = await ask('translation', 'translate', { body: { text, target_lang: 'EN-US' } }, account)
    const translations = memberOf(answer, 'translations')
    const english = Array.isArray(translations) ? translations.map((one) => memberOf(one, 'text')) : []
    if (english.length !== text.length || !english.every((one) => typeof one === 'string'))
      throw new TypeError('the translation is not complete')
    return { ...recording, text: english.join(' ') }
  } catch (error) {
    log.info('speech was not translated', { cause: String(error) })
    throw new ModelError(
      'unimplemented',
      'The recording is not in English, and the gateway has no model that translates.',
      { param: 'file', code: 'not_translatable' },
    )
  }
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
