// Handlers of the endpoints that a chat model answers: chat completions, text completions, messages, and calls that name model and
// action in the path.
import { type Kit, type Reply, reply } from '#define'
import type { Tables } from '../../tables.ts'
import { countConversation } from '../tokens/conversation-tokens.ts'
import type { Format } from '../wire/format.ts'
import { formats } from '../wire/formats.ts'
import { ModelError } from '../wire/model-error.ts'
import { exchange, refusalOf } from './chat/exchange.ts'
import { embedNative } from './relay/native-embeddings.ts'
import { partsOf, type RouterParts } from './router.ts'

type CallKit = Kit<Tables>
interface WithBody {
  readonly body: unknown
}

const answers = (endpoint: string, format: Format) => (input: WithBody, kit: CallKit) =>
  exchange(partsOf(kit), kit, { endpoint, format, body: input.body })

export const chatHandlers = {
  chatCompletions: answers('chatCompletions', formats.openai),
  completions: answers('completions', formats.completions),
  createMessage: answers('createMessage', formats.anthropic),
  async callModel(input: NativeInput, kit: CallKit): Promise<Reply<never>> {
    try {
      return await callNative(partsOf(kit), kit, input)
    } catch (error) {
      throw refusalOf(formats.gemini, error)
    }
  },
}

interface NativeInput {
  readonly path: string
  readonly alt?: string | undefined
  readonly body: Buffer
}

async function callNative(parts: RouterParts, kit: CallKit, { path, alt, body }: NativeInput): Promise<Reply<never>> {
  const { model, action } = readPath(path)
  const json = readJson(body)
  const format = parts.formats.gemini
  const stream = action === 'streamGenerateContent'
  if (stream || action === 'generateContent')
    return exchange(parts, kit, {
      endpoint: 'callModel',
      format,
      body: json,
      path: { model, stream },
      asList: stream && alt !== 'sse',
    })
  if (action === 'countTokens') {
    const asked = typeof json === 'object' && json !== null ? Reflect.get(json, 'generateContentRequest') : undefined
    const conversation = format.readRequest(asked ?? json, { model, stream: false })
    // the same cast as in exchange: the declared shape is that of every action
    return reply({ totalTokens: await countConversation(conversation) } as never)
  }
  if (action === 'embedContent' || action === 'batchEmbedContents')
    return embedNative(kit, { model, action, body: json })
  throw new ModelError('missing', `The action ${action.slice(0, 60)} is not known.`, { param: 'path' })
}

/** The last colon ends the model's name, which may hold slashes (FACTS 3.11). */
function readPath(path: string): { readonly model: string; readonly action: string } {
  const at = path.lastIndexOf(':')
  if (at <= 0 || at === path.length - 1)
    throw new ModelError('invalid', 'The path is a model and an action, such as gemini-2.5-flash:generateContent.', {
      param: 'path',
    })
  return { model: path.slice(0, at).replace(/^models\//, ''), action: path.slice(at + 1) }
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new ModelError('invalid', 'The body is not valid JSON.')
  }
}
