// The endpoints that read speech back to text (FACTS 3.7): exactly what speak-1 spoke. It does not know human voices and says so.
import { type HandlersFor, type Reply, reply } from '#define'
import type { endpoints } from '../../../../endpoints.ts'
import { ModelError } from '../../../wire/model-error.ts'
import type { BuiltInDeps } from '../deps.ts'
import { builtInFor } from '../models.ts'
import { wordsOf as plainWords, stopWords } from '../text/words.ts'
import { segmentsOf, subRip, textOf, webVtt, wordsOf } from './captions.ts'
import { type Heard, listen } from './listening.ts'
import { readSound, type SoundFile } from './sound-file.ts'

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
    if ([body['include[]'] ?? []].flat().length > 0)
      throw invalid('This model reads tones and has no probabilities.', 'include')
    const heard = await hear(body.file)
    if (body.stream) return eventsOf(heard)
    return written(heard, { format, task: 'transcribe', language: languageName(body.language), granularities })
  },
  async createTranslation({ body }, { account }) {
    builtInFor('transcription', body.model)
    const format = body.response_format ?? 'json'
    readFormat(format)
    const heard = await hear(body.file)
    const translated = await inEnglish(heard, { ...deps, account })
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

async function hear(file: unknown): Promise<Heard> {
  const heard = await listen(readSound(asFile(file)))
  if (heard.utterances.length === 0 && !heard.isSilent)
    throw invalid(
      'No speech of gatehouse/speak-1 is in the recording; the built-in model knows no human voices. A channel can read them.',
      'file',
    )
  if (heard.damaged > 0) throw invalid('Parts of the speech in the recording are damaged.', 'file')
  return heard
}

/** A part of a form, or base64 in JSON. */
function asFile(file: unknown): SoundFile {
  if (typeof file === 'string')
    return { fileName: '', contentType: '', bytes: Buffer.from(file.replace(/^data:[^,]{0,100},/, ''), 'base64') }
  const { fileName, contentType, bytes }: { fileName?: unknown; contentType?: unknown; bytes?: unknown } = Object(file)
  if (!Buffer.isBuffer(bytes)) throw invalid('file must be a sound file.', 'file')
  return { fileName: String(fileName ?? ''), contentType: String(contentType ?? ''), bytes }
}

interface Writing {
  readonly format: string
  readonly task: string
  readonly language: string
  readonly granularities: readonly string[]
}

function written(heard: Heard, { format, task, language, granularities }: Writing) {
  const text = textOf(heard)
  const duration = Math.round(heard.durationS * 1000) / 1000
  const usage = { type: 'duration', seconds: Math.ceil(heard.durationS) }
  if (format === 'json') return { text, usage }
  if (format !== 'verbose_json')
    return plain(format === 'srt' ? subRip(heard) : format === 'vtt' ? webVtt(heard) : `${text}\n`)
  const hasSegments = granularities.length === 0 || granularities.includes('segment')
  return {
    task,
    language,
    duration,
    text,
    ...(granularities.includes('word') ? { words: wordsOf(heard) } : {}),
    ...(hasSegments ? { segments: segmentsOf(heard) } : {}),
    usage,
  }
}

function plain(text: string): Reply<AsyncIterable<string>> {
  return reply(once(text), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
async function* once(text: string): AsyncGenerator<string> {
  yield text
}

function eventsOf(heard: Heard): Reply<AsyncIterable<string>> {
  const text = textOf(heard)
  const usage = { type: 'duration', seconds: Math.ceil(heard.durationS) }
  async function* frames(): AsyncGenerator<string> {
    for (const delta of text.match(/\s*\S+\s*$|\s*\S+/gu) ?? [])
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

/** As the gateway's own translation says it; a text that is English already stays. Throws ModelError 'unimplemented'. */
async function inEnglish(
  heard: Heard,
  { ask, log, account }: Pick<BuiltInDeps, 'ask' | 'log'> & { readonly account: string },
): Promise<Heard> {
  const text = textOf(heard)
  if (isEnglish(text)) return heard
  try {
    const texts = heard.utterances.map((one) => one.text)
    const answer = await ask('translation', 'translate', { body: { text: texts, target_lang: 'EN-US' } }, account)
    const all: unknown = Reflect.get(Object(answer), 'translations')
    const english = Array.isArray(all) ? all.map((one): unknown => Reflect.get(Object(one), 'text')) : []
    const utterances = heard.utterances.map((one, at) => {
      const line = english[at]
      if (typeof line !== 'string') throw new TypeError('no translation')
      // the space that ended the utterance parts it from the next
      return { ...one, text: line.trimEnd() + (/\s*$/.exec(one.text)?.[0] ?? '') }
    })
    return { ...heard, utterances }
  } catch (error) {
    log.info('speech was not translated', { cause: String(error) })
    throw new ModelError(
      'unimplemented',
      'The recording is not in English, and the gateway has no model that translates.',
      {
        param: 'file',
        code: 'not_translatable',
      },
    )
  }
}

const everyday = new Set(
  (
    'hello good morning evening night day world thank thanks yes yeah welcome goodbye bye test testing one two three four five six ' +
    'seven eight nine ten today tomorrow yesterday great nice time week year people thing things way work first last long little'
  ).split(' '),
)

/** No letters but those of English, and common English words among the others. */
function isEnglish(text: string): boolean {
  const words = plainWords(text)
  if (!/^[\p{ASCII}’‘“”–—…]*$/u.test(text)) return false
  const common = words.filter((word) => stopWords.has(word) || everyday.has(word)).length
  return words.length === 0 || common * 6 >= words.length
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
