// Edits of texts by an instruction (SOURCES 3.3): a few instructions are carried out exactly, all others are refused.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../../endpoints.ts'
import { countText } from '../../tokens/text-tokens.ts'
import { ModelError } from '../../wire/model-error.ts'
import type { BuiltInDeps } from './deps.ts'
import { builtInFor } from './models.ts'

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
    const text = edited(body.instruction, input)
    if (text === undefined)
      throw invalid(
        `The built-in model edits by rules and does not know this instruction. It knows: upper case, lower case, sort the lines, replace … with …, remove ….`,
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

type Edit = (text: string, ...groups: readonly string[]) => string
const edits: readonly (readonly [RegExp, Edit])[] = [
  [/^(?:make (?:it|this) |convert to )?upper ?case\.?$/i, (text) => text.toUpperCase()],
  [/^(?:make (?:it|this) |convert to )?lower ?case\.?$/i, (text) => text.toLowerCase()],
  [/^sort the lines\.?$/i, (text) => text.split('\n').sort().join('\n')],
  [
    /^replace ["“]?(.{1,200}?)["”]? with ["“]?(.{0,200}?)["”]?\.?$/is,
    (text, from = '', to = '') => text.replaceAll(from, () => to),
  ],
  [/^remove ["“]?(.{1,200}?)["”]?\.?$/is, (text, what = '') => text.replaceAll(what, '')],
]

/** Applies an instruction; undefined if no rule knows it. */
function edited(instruction: string, text: string): string | undefined {
  for (const [form, edit] of edits) {
    const groups = form.exec(instruction.trim())
    if (groups) return edit(text, ...groups.slice(1))
  }
  return undefined
}

const invalid = (message: string, param: string) => new ModelError('invalid', message, { param })
