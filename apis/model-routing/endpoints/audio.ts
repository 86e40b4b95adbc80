// Speech from text, and text from speech in its own language or in English.
import { anyOf, body, bool, bytes, int, list, nullable, num, obj, oneOf, opt, post, req, str } from '#define'
import { maybeNumber, maybeText, textOrObject } from '../schemas/fields.ts'

const count = int({ min: 0 })
const SpeechEvent = obj({
  type: oneOf(['speech.audio.delta', 'speech.audio.done']),
  audio: opt(str({ doc: 'Base64.' })),
  usage: opt(obj({ input_tokens: count, output_tokens: count, total_tokens: count })),
})

/** Usage in seconds of audio or in tokens, depending on `type`. */
const SoundUsage = obj({
  type: str({ doc: 'duration or tokens.' }),
  seconds: opt(num()),
  input_tokens: opt(count),
  input_token_details: opt(obj({ audio_tokens: opt(count), text_tokens: opt(count) })),
  output_tokens: opt(count),
  total_tokens: opt(count),
})
const Logprob = obj({ token: opt(str()), bytes: opt(nullable(list(int()))), logprob: opt(num()) })
const Segment = obj({
  id: int(),
  seek: int(),
  start: num({ doc: 'Seconds.' }),
  end: num({ doc: 'Seconds.' }),
  text: str(),
  tokens: list(int()),
  temperature: num(),
  avg_logprob: num(),
  compression_ratio: num(),
  no_speech_prob: num(),
})
const SpokenSegment = obj({ id: str(), type: opt(str()), speaker: str(), start: num(), end: num(), text: str() })
const Word = obj({ word: str(), start: num({ doc: 'Seconds.' }), end: num({ doc: 'Seconds.' }) })

/** The answer in every JSON format: `json` has the text, `verbose_json` and `diarized_json` add details. */
const Transcript = obj({
  text: str(),
  task: opt(str()),
  language: opt(str()),
  duration: opt(num({ doc: 'Seconds.' })),
  segments: opt(list(anyOf([Segment, SpokenSegment]))),
  words: opt(list(Word)),
  logprobs: opt(nullable(list(Logprob))),
  languages: opt(list(obj({ code: str() }))),
  usage: opt(SoundUsage),
})
const plainText = str({ doc: 'The transcript itself, for the formats text, srt and vtt.' })
const TranscriptEvent = obj({
  type: str({ doc: 'transcript.text.delta, transcript.text.segment or transcript.text.done.' }),
  delta: opt(str()),
  text: opt(str()),
  logprobs: opt(list(Logprob)),
  segment_id: opt(str()),
  id: opt(str()),
  speaker: opt(str()),
  start: opt(num()),
  end: opt(num()),
  usage: opt(SoundUsage),
})

// The upstream accepts files of 25 MB; the rest is room for the other parts.
const limits = { bodyBytes: 26 * 1024 * 1024 }
const kinds = { as: ['multipart', 'json'] } as const
const sound = {
  file: req.file({ doc: 'flac, mp3, mp4, mpeg, mpga, m4a, ogg, wav or webm, at most 25 MB; in JSON as base64.' }),
  model: str({ doc: 'Name of the model; routers use whisper-1 by default.', example: 'whisper-1' }),
  prompt: str({ doc: 'Text that sets the style or precedes the recording.' }),
  temperature: num({ doc: '0 to 1.' }),
}

export const audio = {
  createSpeech: post('/v1/audio/speech', 'Speech from text', {
    effect: 'spend',
    body: body({
      model: maybeText('Name of the model; routers use tts-1 by default.'),
      input: req.str({ doc: 'Text to speak; most models accept 4096 characters.', example: 'Good morning.' }),
      voice: nullable(textOrObject, { doc: 'Name of the voice, or an object with the id of a custom one.' }),
      instructions: maybeText('Instructions on how to speak.'),
      response_format: maybeText('mp3 (default), opus, aac, flac, wav or pcm.'),
      speed: maybeNumber('0.25 to 4.'),
      stream_format: maybeText('audio (default) or sse.'),
    }),
    invalid: 'provider',
    returns: bytes('audio/wav'),
    streams: SpeechEvent,
    doc: 'The content type follows response_format: audio/mpeg for mp3, audio/wav for wav and so on; pcm is 24 kHz, 16 bits, little-endian, mono.',
  }),
  createTranscription: post('/v1/audio/transcriptions', 'Transcript of a recording in its own language', {
    effect: 'spend',
    body: body(
      {
        ...sound,
        language: str({ doc: 'Language of the recording, ISO 639-1.', example: 'en' }),
        response_format: str({ doc: 'json (default), text, srt, verbose_json, vtt or diarized_json.' }),
        'timestamp_granularities[]': list(str(), { repeat: true, doc: 'word, segment; needs verbose_json.' }),
        'include[]': list(str(), { repeat: true, doc: 'logprobs' }),
        stream: bool({ doc: 'Streams the answer as server-sent events.' }),
        chunking_strategy: str({ doc: 'auto, or settings for detecting pauses.' }),
      },
      kinds,
    ),
    invalid: 'provider',
    returns: anyOf([Transcript, plainText]),
    streams: TranscriptEvent,
    limits,
  }),
  createTranslation: post('/v1/audio/translations', 'English translation of a recording', {
    effect: 'spend',
    body: body({ ...sound, response_format: str({ doc: 'json (default), text, srt, verbose_json or vtt.' }) }, kinds),
    invalid: 'provider',
    returns: anyOf([Transcript, plainText]),
    limits,
  }),
}
