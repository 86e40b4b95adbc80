// Edits of texts by an instruction (FACTS 3.3): what can be done by rules is done exactly, all else is refused in words.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { countText } from '../../tokens/text-tokens.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { BuiltInDeps } from './deps.ts'
import { builtInFor } from './models.ts'
import { carriedOut, knownInstructions } from './text/instructions.ts'

const mostAnswers = 20
const longestInput = 200_000

export const createEditHandlers = (deps: Pick<BuiltInDeps, 'now'>): HandlersFor<typeof endpoints, 'createEdit'> => ({
  async createEdit({ body }) {
    builtInFor('edits', body.model)
    const input = body.input ?? ''
    const count = body.n ?? 1
    if (!Number.isInteger(count) || count < 1 || count > mostAnswers)
      throw invalid(`n must be from 1 to ${mostAnswers}.`, 'n')
    if (input.length > longestInput) throw invalid(`input may have at most ${longestInput} characters.`, 'input')
    const text = carriedOut(body.instruction, input)
    if (text === undefined)
      throw invalid(
        `The built-in model edits by rules and does not know this instruction. It knows: ${knownInstructions}.`,
        'instruction',
      )
    const prompt = (await countText(input)) + (await countText(body.instruction))
    const answer = (await countText(text)) * count
    return {
      object: 'edit' as const,
      created: Math.floor(deps.now() / 1000),
      choices: Array.from({ length: count }, (_, index) => ({ text, index, finish_reason: 'stop' })),
      usage: { prompt_tokens: prompt, completion_tokens: answer, total_tokens: prompt + answer },
    }
  },
})

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
