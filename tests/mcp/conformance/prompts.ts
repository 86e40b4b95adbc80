// The prompts that the conformance suite asks for.
import { codes, RpcError } from '../../../packages/gateway/src/mcp/messages.ts'
import { isRecord, type JsonObject } from '../../../packages/gateway/src/mcp/values.ts'
import { png } from './resources.ts'
import { answerOf, ask, inputRequired } from './tools.ts'

const description = 'For conformance tests.'
const argument = (name: string) => ({ name, description, required: true })

export const promptNames = [
  { name: 'test_simple_prompt', description },
  { name: 'test_prompt_with_arguments', description, arguments: [argument('arg1'), argument('arg2')] },
  { name: 'test_prompt_with_embedded_resource', description, arguments: [argument('resourceUri')] },
  { name: 'test_prompt_with_image', description },
  { name: 'test_input_required_result_prompt', description },
]

/** Throws RpcError for an unknown prompt. */
export function promptOf(params: JsonObject): JsonObject {
  const given = isRecord(params.arguments) ? params.arguments : {}
  switch (params.name) {
    case 'test_simple_prompt':
      return messages(text('This is a simple prompt for testing.'))
    case 'test_prompt_with_arguments':
      return messages(text(`Prompt with arguments: arg1='${String(given.arg1)}', arg2='${String(given.arg2)}'`))
    case 'test_prompt_with_embedded_resource': {
      const embedded = {
        uri: given.resourceUri,
        mimeType: 'text/plain',
        text: 'Embedded resource content for testing.',
      }
      return messages({ type: 'resource', resource: embedded }, text('Please process the embedded resource above.'))
    }
    case 'test_prompt_with_image':
      return messages({ type: 'image', data: png, mimeType: 'image/png' }, text('Please analyze the image above.'))
    case 'test_input_required_result_prompt':
      if (answerOf(params, 'user_context')) return messages(text('A prompt with context.'))
      return inputRequired({ user_context: ask('What context should the prompt use?', 'context') })
    default:
      throw new RpcError(codes.invalidParams, 'There is no such prompt.')
  }
}

const text = (value: string) => ({ type: 'text', text: value })
const messages = (...contents: object[]): JsonObject => ({
  messages: contents.map((content) => ({ role: 'user', content })),
})
