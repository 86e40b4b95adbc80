// The speech endpoint (SOURCES 3.7): a file or raw samples, as bytes or in server-sent events. English is spoken by
// Flite and files are compressed by ffmpeg where these are installed; without them there are tones, and the compressed
// formats are refused by name rather than replaced.
import { type HandlersFor, reply } from '#define'
import type { endpoints } from '../../../../endpoints.ts'
import { countText } from '../../../tokens/text-tokens.ts'
import { memberOf } from '../../../wire/json.ts'
import { ModelError } from '../../../wire/model-error.ts'
import type { BuiltInDeps } from '../deps.ts'
import { builtInFor } from '../models.ts'
import { isEnglish } from '../text/english.ts'
import { type CompressedFormat, compressedFormats, type SpeechEngines, unavailable } from './engines.ts'
import { longestText, type Manner, type Speech, speak, speakWith, tagOf, voiceNames } from './recording.ts'

const formats = ['wav', 'pcm', ...compressedFormats] as const
type SpeechFormat = (typeof formats)[number]
const contentTypes: Readonly<Record<SpeechFormat, string>> = {
  wav: 'audio/wav',
  pcm: 'audio/pcm',
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
}

export const createSpeakingHandlers = ({
  engines,
  log,
}: Pick<BuiltInDeps, 'engines' | 'log'>): HandlersFor<typeof endpoints, 'createSpeech'> => ({
  async createSpeech({ body }, { account, signal }) {
    builtInFor('speech', body.model)
    const { input, stream_format } = body
    if (input === '') throw invalid('input must not be empty.', 'input')
    if (input.length > longestText * 2 || [...input].length > longestText)
      throw invalid(`input may have at most ${longestText} characters.`, 'input')
    const format = readFormat(body.response_format, engines)
    const speed = body.speed ?? 1
    if (!(speed >= 0.25 && speed <= 4)) throw invalid('speed must be from 0.25 to 4.', 'speed')
    if (stream_format && stream_format !== 'audio' && stream_format !== 'sse')
      throw invalid('stream_format must be audio or sse.', 'stream_format')
    const text = input.toWellFormed()
    const manner = { voice: readVoice(body.voice), speed, signal, owner: account }
    const { speech, engine } = await spoken(text, manner, { engines, log })
    const sound = await writtenAs(format, { text, speech, engines, manner })
    const about = { 'x-gateway-engine': engine }
    if (stream_format !== 'sse')
      return reply(chunksOf(sound), { headers: { ...about, 'content-type': contentTypes[format] } })
    const tokens = await countText(input)
    // SOURCES 9: 200 tokens for 0.24 minutes of sound
    const tokensOut = Math.ceil((speech.seconds / 60) * (200 / 0.24))
    const usage = { input_tokens: tokens, output_tokens: tokensOut, total_tokens: tokens + tokensOut }
    const headers = { ...about, 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
    return reply(eventsOf(sound, usage), { headers })
  },
})

/** MP3 by default, as the vendor has it (SOURCES 3.7); without ffmpeg WAV, which every player knows. */
function readFormat(value: unknown, { encode }: SpeechEngines): SpeechFormat {
  const format = formats.find((one) => one === (value ?? (encode ? 'mp3' : 'wav')))
  if (format === undefined) throw invalid(`response_format must be one of ${formats.join(', ')}.`, 'response_format')
  if (!encode && isCompressed(format))
    throw invalid(
      'response_format: without ffmpeg the built-in model has wav and pcm; mp3, opus, aac and flac need it, or a channel.',
      'response_format',
    )
  return format
}

const isCompressed = (format: SpeechFormat): format is CompressedFormat =>
  compressedFormats.some((one) => one === format)

interface Speaking extends Manner {
  readonly owner: string
  readonly signal: AbortSignal | undefined
}

/** Flite knows English alone. */
async function spoken(
  text: string,
  manner: Speaking,
  { engines, log }: Pick<BuiltInDeps, 'engines' | 'log'>,
): Promise<{ readonly speech: Speech; readonly engine: string }> {
  const { flite, inTurn } = engines
  const { owner, signal } = manner
  if (!flite || !/[a-z]/i.test(text) || !isEnglish(text)) return { speech: speak(text, manner), engine: 'tones' }
  try {
    return { speech: await inTurn(owner, () => speakWith(flite, text, manner), signal), engine: 'flite' }
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ModelError) throw error
    log.warn('Flite did not speak', { cause: String(error) })
    throw unavailable('The speech engine did not say the text. Try again later.')
  }
}

interface Writing {
  readonly text: string
  readonly speech: Speech
  readonly engines: SpeechEngines
  readonly manner: Speaking
}

async function writtenAs(format: SpeechFormat, { text, speech, engines, manner }: Writing): Promise<readonly Buffer[]> {
  const { encode, inTurn } = engines
  const { samples, header } = speech
  if (!isCompressed(format) || !encode) return format === 'pcm' ? samples : [header, ...samples]
  const { owner, signal } = manner
  const file = await inTurn(owner, () => encode(Buffer.concat(samples), format, signal), signal)
  return format === 'mp3' ? [tagOf(text, speech), file] : [file]
}

function readVoice(voice: unknown): string {
  if (voice === undefined || voice === null) return 'alloy'
  const id = typeof voice === 'object' ? memberOf(voice, 'id') : voice
  if (typeof id === 'string' && voiceNames.includes(id)) return id
  throw invalid(`voice must be one of ${voiceNames.join(', ')}.`, 'voice')
}

async function* chunksOf(sound: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* sound
}

/** Bytes of sound in an event. */
const eventBytes = 24_000

async function* eventsOf(sound: readonly Buffer[], usage: object): AsyncGenerator<string> {
  for (const piece of sound)
    for (let at = 0; at < piece.length; at += eventBytes)
      yield event({ type: 'speech.audio.delta', audio: piece.toString('base64', at, at + eventBytes) })
  yield event({ type: 'speech.audio.done', usage })
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
