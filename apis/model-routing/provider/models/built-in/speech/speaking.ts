// The speech endpoint (SOURCES 3.7): WAV or raw samples, as bytes or in server-sent events. The other formats need
// encoders that the gateway does not have; they are refused by name rather than replaced.
import { type HandlersFor, reply } from '#define'
import type { endpoints } from '../../../../endpoints.ts'
import { countText } from '../../../tokens/text-tokens.ts'
import { ModelError } from '../../../wire/model-error.ts'
import { builtInFor } from '../models.ts'
import { type Speech, speak, voiceNames } from './recording.ts'

const longestInput = 4096
const contentTypes: Readonly<Record<string, string>> = { wav: 'audio/wav', pcm: 'audio/pcm' }

export const speakingHandlers: HandlersFor<typeof endpoints, 'createSpeech'> = {
  async createSpeech({ body }) {
    builtInFor('speech', body.model)
    const { input, stream_format } = body
    if (input === '') throw invalid('input must not be empty.', 'input')
    if (input.length > longestInput * 2 || [...input].length > longestInput)
      throw invalid(`input may have at most ${longestInput} characters.`, 'input')
    // WAV by default: every player knows it, and its content type says so
    const format = body.response_format ?? 'wav'
    const contentType = Object.hasOwn(contentTypes, format) ? contentTypes[format] : undefined
    if (contentType === undefined)
      throw invalid(
        'response_format: the built-in model has wav and pcm; mp3, opus, aac and flac need a channel.',
        'response_format',
      )
    const speed = body.speed ?? 1
    if (!(speed >= 0.25 && speed <= 4)) throw invalid('speed must be from 0.25 to 4.', 'speed')
    if (stream_format && stream_format !== 'audio' && stream_format !== 'sse')
      throw invalid('stream_format must be audio or sse.', 'stream_format')
    const speech = speak(input.toWellFormed(), { voice: readVoice(body.voice), speed })
    const sound = soundOf(speech, format === 'wav')
    if (stream_format !== 'sse') return reply(sound, { headers: { 'content-type': contentType } })
    const tokens = await countText(input)
    // SOURCES 9: 200 tokens for 0.24 minutes of sound
    const spoken = Math.ceil((speech.seconds / 60) * (200 / 0.24))
    const usage = { input_tokens: tokens, output_tokens: spoken, total_tokens: tokens + spoken }
    const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }
    return reply(eventsOf(sound, usage), { headers })
  },
}

function readVoice(voice: unknown): string {
  if (voice === undefined || voice === null) return 'alloy'
  const id: unknown = typeof voice === 'object' ? Reflect.get(voice, 'id') : voice
  if (typeof id === 'string' && voiceNames.includes(id)) return id
  throw invalid(`voice must be one of ${voiceNames.join(', ')}.`, 'voice')
}

async function* soundOf({ header, samples }: Speech, hasHeader: boolean): AsyncGenerator<Buffer> {
  if (hasHeader) yield header
  yield* samples
}

async function* eventsOf(sound: AsyncIterable<Buffer>, usage: object): AsyncGenerator<string> {
  for await (const piece of sound) yield event({ type: 'speech.audio.delta', audio: piece.toString('base64') })
  yield event({ type: 'speech.audio.done', usage })
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
