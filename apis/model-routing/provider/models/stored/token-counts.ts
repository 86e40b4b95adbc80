// Handler of count_tokens: counted locally, without running a model or sending anything (SOURCES 3.10 and 9).
import { refuse } from '#define'
import { countConversation } from '../../tokens/conversation-tokens.ts'
import { readCountedRequest } from '../../wire/anthropic/request-reader.ts'
import { formats } from '../../wire/formats.ts'
import { ModelError } from '../../wire/model-error.ts'

export async function countMessageTokens({ body }: { readonly body: unknown }) {
  try {
    const conversation = readCountedRequest(body)
    return { input_tokens: await countConversation({ ...conversation, wire: 'anthropic' }) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    const fault = formats.anthropic.writeError(error)
    throw refuse(fault.status, fault.body, { ...fault.headers })
  }
}
