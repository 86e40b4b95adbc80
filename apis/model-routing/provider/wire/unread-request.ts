// A request that this gateway cannot read, and that a provider of the same wire may know: servers that copy a wire add
// parts, tools, formats and ranges. It goes to such a provider as it came, or nowhere.
import type { ChatRequest } from './chat-request.ts'
import type { PathDetails } from './format.ts'
import { isJson, type Json } from './json.ts'
import type { ModelError } from './model-error.ts'
import type { Wire } from './wire.ts'

interface UnreadInput {
  readonly wire: Wire
  readonly body: Json
  readonly path: PathDetails | undefined
  /** The problem with the request. */
  readonly problem: ModelError
}

/** The members that routing and metering need; undefined if the body names no model. */
export function unreadRequest({ wire, body, path, problem }: UnreadInput): ChatRequest | undefined {
  const model = path?.model ?? body.model
  if (typeof model !== 'string' || model === '') return undefined
  const options = isJson(body.stream_options) ? body.stream_options : {}
  const most = [body.max_completion_tokens, body.max_tokens].find(
    (count) => Number.isInteger(count) && Number(count) > 0,
  )
  return {
    model,
    wire,
    unread: problem,
    system: [],
    tools: [],
    toolChoice: undefined,
    parallelToolCalls: undefined,
    messages: [{ role: 'user', parts: textsIn(body).map((text) => ({ kind: 'text', text })) }],
    maxTokens: typeof most === 'number' ? most : undefined,
    stop: [],
    sampling: {},
    responseFormat: { kind: 'text' },
    thinking: undefined,
    n: typeof body.n === 'number' && body.n >= 1 && body.n <= mostChoices ? Math.trunc(body.n) : 1,
    stream: path?.stream ?? body.stream === true,
    user: undefined,
    cacheKey: undefined,
    textCompletion: wire === 'completions' ? { suffix: undefined, echo: false } : undefined,
    includeUsage: options.include_usage === true,
  }
}

const mostChoices = 128
const mostTexts = 10_000

/** Returns the texts of the conversation, for the estimate of its tokens: every string but the sources of media. */
function textsIn(body: Json): string[] {
  const texts: string[] = []
  const open: unknown[] = [body.prompt, body.contents, body.messages, body.system]
  for (let one = open.pop(); (one !== undefined || open.length > 0) && texts.length < mostTexts; one = open.pop())
    if (typeof one === 'string') texts.push(one)
    else if (typeof one === 'object' && one !== null)
      for (const [name, value] of Object.entries(one)) if (!notText.has(name)) open.push(value)
  return texts
}
const notText = new Set(['data', 'url', 'file_data', 'image_url', 'type', 'role', 'id', 'signature'])
