// The responses of the benchmark's upstream and their paths, shared by the upstream and its callers.

/** Returns a JSON text of exactly `bytes` bytes: a list of made-up transactions. */
function jsonOf(bytes: number): Buffer {
  const entries: string[] = []
  let length = 2
  for (let id = 1; ; id++) {
    const entry = JSON.stringify({
      id,
      payee: `Sample payee ${id}`,
      amount: -id * 1.25,
      date: '2026-01-31',
      note: null,
    })
    if (length + entry.length + 1 > bytes) break
    entries.push(entry)
    length += entry.length + 1
  }
  const text = `[${entries.join(',')}]`
  return Buffer.from(text + ' '.repeat(bytes - text.length))
}

export const small = jsonOf(1024)
export const large = jsonOf(100 * 1024)

/** A chat completion in the OpenAI format. */
export const completion = Buffer.from(
  JSON.stringify({
    id: 'chatcmpl-sample',
    object: 'chat.completion',
    created: 1_770_000_000,
    model: 'sample-model',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'This is a sample answer of a benchmark. '.repeat(15) },
        finish_reason: 'stop',
      },
    ],
    usage: { prompt_tokens: 20, completion_tokens: 120, total_tokens: 140 },
  }),
)

/** The first token of a streamed completion. */
export const firstToken = ' word0'

const chunk = (members: object) =>
  event({
    id: 'chatcmpl-sample',
    object: 'chat.completion.chunk',
    created: 1_770_000_000,
    model: 'sample-model',
    ...members,
  })

/** The chunks of a streamed chat completion, as server-sent events: twenty words. */
export const completionEvents: readonly Buffer[] = Array.from({ length: 20 }, (_, index) =>
  chunk({ choices: [{ index: 0, delta: { content: ` word${index}` }, finish_reason: null }] }),
)
/** Sent before the last chunk if the request asks for it. */
export const usageEvent = chunk({ choices: [], usage: { prompt_tokens: 20, completion_tokens: 40, total_tokens: 60 } })
export const doneEvent = Buffer.from('data: [DONE]\n\n')

export function event(value: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(value)}\n\n`)
}

/** The body of the chat request. */
export const chatRequest = (stream: boolean) =>
  JSON.stringify({
    model: 'sample-model',
    stream,
    messages: [
      { role: 'system', content: 'You are part of a benchmark.' },
      { role: 'user', content: 'Say something of the length of an ordinary answer.' },
    ],
  })

/** The provider key that every contender adds to forwarded calls; the upstream refuses calls without it. */
export const providerKey = 'pk_sample_5f0c2a9d7e41b863'
/** The header of the provider key. */
export const providerKeyHeader = 'x-developer-key'

/** The path at the upstream, with the requested answer in the query. */
export const path = (kind: string) => `/users/42/transactions?page=1&per_page=30&answer=${kind}`
