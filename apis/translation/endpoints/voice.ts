// Endpoints of speech: real-time streams with their WebSocket, translation jobs for audio files, and the scoring of
// translations. Files travel outside the API, to addresses in its responses.
import { anyOf, body, bytes, empty, get, int, list, nullable, obj, opt, post, put, req, str, streamBody } from '#define'
import { socket } from '#define/sockets'
import { reportingTag } from '../parameters.ts'
import { QualityEvaluation, VoiceJob, VoiceStream } from '../schemas.ts'

const needsEngine = 'the embedded provider hears speech only where the operator has installed a speech engine.'
/** Authorization of addresses in responses, which need no gateway key. */
const signed = {
  authorization: str({ in: 'header', secret: true, doc: '`DeepL-Signature <signature>`.' }),
  signature: str({ secret: true, doc: 'In place of the header, as in signed addresses.' }),
}
const include = list(str(), { repeat: true, doc: '`signed_url` adds addresses that need no signature.' })

export const voice = {
  reconnectVoice: get('/v3/voice/realtime', 'Fresh address and token for an interrupted voice stream', {
    liveOnly: needsEngine,
    params: { token: req.str({ secret: true, doc: 'Newest token of the stream; an older one ends the session.' }) },
    returns: VoiceStream,
  }),
  openVoice: post('/v3/voice/realtime', 'Address and token for a new voice stream', {
    liveOnly: needsEngine,
    effect: 'spend',
    params: { ...reportingTag },
    body: body({
      source_media_content_type: req.str({
        doc: 'Container and codec of the audio; `audio/auto` lets the provider detect it, except for PCM.',
        example: 'audio/ogg;codecs=opus',
      }),
      message_format: str({ doc: '`json` (text frames, default) or `msgpack` (binary frames).' }),
      source_language: nullable(str({ doc: 'Language spoken; detected when left out.' })),
      source_language_mode: str({ doc: '`auto` (default) takes the language as a hint, `fixed` as certain.' }),
      target_languages: list(str(), { doc: 'At most five.' }),
      target_media_languages: list(str(), { doc: 'At most one spoken language; it is translated into as well.' }),
      target_media_content_type: str({
        doc: 'Container and codec of the spoken translation; `audio/webm;codecs=opus` when left out.',
      }),
      target_media_voice: str({ doc: '`male` or `female`.' }),
      spoken_terms_id: str(),
      glossary_id: str(),
      formality: str({ doc: '`default`, `formal`, `more`, `informal` or `less`.' }),
    }),
    returns: VoiceStream,
  }),
  createVoiceJob: post('/v1/jobs/voice/translate', 'New translation job for an audio file', {
    liveOnly: needsEngine,
    effect: 'spend',
    params: { include },
    body: body({
      source_file: req.of(
        obj({
          name: str(),
          content_type: str({
            doc: '`audio/mpeg`, `audio/wav`, `audio/ogg`, `audio/flac`, `audio/mp4` or `audio/webm`.',
          }),
          content_length: int({ doc: 'Bytes, at most 1 GB.' }),
        }),
      ),
      parameters: obj({ source_language: opt(str({ doc: 'Detected when left out.' })) }),
      targets: req.list(
        obj({ language: str(), type: str({ doc: '`text/plain`, `application/x-subrip` or a kind of audio.' }) }),
        { doc: 'One result for each.' },
      ),
    }),
    returns: obj({ job_id: str(), upload_url: str(), signature: str(), signed_upload_url: opt(str()) }),
    status: 201,
    doc: 'The file goes to `upload_url` by PUT within five minutes, with `Authorization: DeepL-Signature <signature>`.',
  }),
  voiceJob: get('/v1/jobs/voice/translate/{job_id}', 'State of a voice translation job', {
    liveOnly: needsEngine,
    params: { include },
    returns: VoiceJob,
  }),
  uploadVoiceFile: put('/v1/jobs/voice/translate/{job_id}/file', 'The audio file of a voice translation job', {
    liveOnly: needsEngine,
    params: signed,
    body: streamBody(),
    returns: empty(),
    status: 204,
    public: true,
    beyond: true,
    doc: 'The `upload_url` of the embedded provider. The live provider uses addresses of its own.',
    limits: { bodyBytes: 1_073_741_824, firstByteMs: 110_000 },
  }),
  downloadVoiceResult: get(
    '/v1/jobs/voice/translate/{job_id}/results/{number}',
    'A result of a voice translation job',
    {
      liveOnly: needsEngine,
      params: { number: int({ min: 0, doc: 'Position among the targets, from 0.' }), ...signed },
      returns: bytes('application/octet-stream'),
      public: true,
      beyond: true,
      doc: 'The `download_url` of the embedded provider, with the type of the target. The live provider uses addresses of its own.',
    },
  ),
  qualityEvaluation: get('/v1/quality-evaluations/{job_id}', 'State and scores of a quality evaluation', {
    returns: QualityEvaluation,
    doc: 'Answers 202 with `retry-after` while the evaluation runs. Results are kept for 24 hours.',
  }),
}

const millis = int({ min: 0, doc: 'Milliseconds of the audio.' })
const segment = { text: str(), start_time: millis, end_time: millis }
const nothing = obj({})

export const voiceSockets = {
  connectVoice: socket('/v3/voice/realtime/connect', 'A voice stream: audio in, transcripts and translations out', {
    params: { token: req.str({ secret: true, doc: 'Of the answer that gave the address; for one connection.' }) },
    pass: 'token',
    sends: anyOf([
      obj({ source_media_chunk: obj({ data: str({ doc: 'Audio in base64; binary in MessagePack.' }) }) }),
      obj({ end_of_source_media: nothing }),
    ]),
    receives: anyOf([
      obj({
        source_transcript_update: obj({
          concluded: list(obj({ language: str(), ...segment })),
          tentative: list(obj({ language: str(), ...segment })),
        }),
      }),
      obj({
        target_transcript_update: obj({
          language: str(),
          concluded: list(obj(segment)),
          tentative: list(obj(segment)),
        }),
      }),
      obj({
        target_media_chunk: obj({
          language: str(),
          content_type: opt(str({ doc: 'In the first message.' })),
          headers: opt(
            int({ min: 0, doc: 'How many parts at the beginning of the first message a player needs first.' }),
          ),
          data: list(str({ doc: 'A part that cannot be divided, in base64; binary in MessagePack.' })),
          duration: millis,
          text: opt(str({ doc: 'What is said, in the first message of each segment.' })),
        }),
      }),
      obj({ end_of_source_transcript: nothing }),
      obj({ end_of_target_transcript: obj({ language: str() }) }),
      obj({ end_of_target_media: obj({ language: str() }) }),
      obj({ end_of_stream: nothing }),
      obj({
        error: obj({ request_type: str(), error_code: int(), reason_code: int(), error_message: str() }),
      }),
    ]),
    // the largest chunk in base64, with some room
    messageBytes: 256 * 1024,
    limits: { idleMs: 30_000, totalMs: 3_600_000 },
    beyond: true,
    doc: 'JSON in text frames, or MessagePack in binary ones, as the stream was asked for. After `end_of_source_media` come the rest of the transcripts and `end_of_stream`.',
  }),
}
