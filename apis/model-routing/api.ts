// Model routing: chat, text, speech, embeddings, files, fine-tunes and video in the wire formats of three model
// vendors.
import { defineApi, hosted, ownKey } from '#define'
import { asks, topics, words } from './asks.ts'
import { endpoints } from './endpoints.ts'
import { failureMembers, idHeaders } from './schemas/failures.ts'

const minuteMs = 60_000

export default defineApi({
  slug: 'model-routing',
  title: 'Model routing',
  summary: 'One family of endpoints for chat, speech, embeddings, files and video of many model providers.',
  surface: hosted,
  // Callers need no key; the key of the upstream that the operator or the account chose is optional. SDKs of the three
  // vendors always send some value in one of these headers.
  auth: ownKey.header('authorization', 'Bearer ', { optional: true, also: ['x-api-key', 'x-goog-api-key'] }),
  upstream: { base: null },
  errors: { code: '/error/code', message: '/error/message' },
  failure: failureMembers,
  idHeaders,
  passHeaders: [
    'openai-organization',
    'openai-project',
    'openai-beta',
    'anthropic-version',
    'anthropic-beta',
    'anthropic-user-profile-id',
    'anthropic-workspace-id',
    'x-goog-api-client',
    'idempotency-key',
  ],
  // Models think for minutes before the first byte, and requests carry pictures and sound as base64.
  limits: {
    bodyBytes: 32 * 1024 * 1024,
    firstByteMs: 10 * minuteMs,
    idleMs: 5 * minuteMs,
    totalMs: 30 * minuteMs,
  },
  verify: 'listModels',
  sample:
    'Pictures of the built-in models are drawn by rules and have the word SAMPLE in them. Everything else is computed.',
  endpoints,
  asks,
  words,
  topics,
})
