// Serves style rule lists and their custom instructions.
import type { HandlersFor } from '#define'
import type { endpoints } from '../../endpoints.ts'
import { badRequest, notFound, notSupported } from '../errors.ts'
import { isoTime, newUuid } from '../ids.ts'
import { styleLanguages } from '../languages/catalogue.ts'
import { pageIn } from '../pages.ts'
import type { ConfiguredRules, Instruction, StyleRecord, StyleStore } from './store.ts'

type StyleHandlers = HandlersFor<
  typeof endpoints,
  | 'listStyleRules'
  | 'createStyleRules'
  | 'getStyleRules'
  | 'renameStyleRules'
  | 'deleteStyleRules'
  | 'replaceConfiguredRules'
  | 'createCustomInstruction'
  | 'getCustomInstruction'
  | 'replaceCustomInstruction'
  | 'deleteCustomInstruction'
>

const maxName = 1024
const maxLabel = 100
const maxPrompt = 300
const maxInstructions = 200
/** Limit of rules in all groups; the provider has some sixty. */
const maxRules = 200
const groups = [
  ...['dates_and_times', 'formatting', 'numbers', 'punctuation', 'spelling_and_grammar'],
  ...['style_and_tone', 'vocabulary'],
]

export function createStyleHandlers(store: StyleStore, random: Parameters<typeof newUuid>[0]): StyleHandlers {
  const instructionOf = (style: StyleRecord, id: string): Instruction => {
    const instruction = style.instructions.find((one) => one.id === id.toLowerCase())
    if (!instruction) throw notFound('Custom instruction not found')
    return instruction
  }
  return {
    async listStyleRules({ page, page_size, detailed }, { account }) {
      const lists = await store.list(account, pageIn(page, page_size))
      return { style_rules: lists.map((style) => view(style, detailed)) }
    },
    async createStyleRules({ body }, { account }) {
      const language = body.language.toLowerCase()
      if (!styleLanguages.includes(language)) throw notSupported('language')
      const instructions = (body.custom_instructions ?? []).map((one) => instructionIn(one, newUuid(random)))
      if (instructions.length > maxInstructions) throw tooMany()
      const rules = rulesIn(body.configured_rules ?? {})
      return view(await store.create(account, { name: nameIn(body.name), language, rules, instructions }), true)
    },
    async getStyleRules({ style_id }, { account }) {
      return view(await store.get(account, style_id), true)
    },
    async renameStyleRules({ style_id, body }, { account }) {
      const name = nameIn(body.name)
      return view(await store.edit(account, style_id, () => ({ name })), true)
    },
    async deleteStyleRules({ style_id }, { account }) {
      await store.remove(account, style_id)
    },
    async replaceConfiguredRules({ style_id, body }, { account }) {
      const rules = rulesIn(body)
      return view(await store.edit(account, style_id, () => ({ rules })), true)
    },
    async createCustomInstruction({ style_id, body }, { account }) {
      const instruction = instructionIn(body, newUuid(random))
      await store.edit(account, style_id, ({ instructions }) => {
        if (instructions.length >= maxInstructions) throw tooMany()
        return { instructions: [...instructions, instruction] }
      })
      return viewOf(instruction)
    },
    async getCustomInstruction({ style_id, instruction_id }, { account }) {
      return viewOf(instructionOf(await store.get(account, style_id), instruction_id))
    },
    async replaceCustomInstruction({ style_id, instruction_id, body }, { account }) {
      const instruction = instructionIn(body, instruction_id.toLowerCase())
      await store.edit(account, style_id, (style) => {
        const before = instructionOf(style, instruction_id)
        return { instructions: style.instructions.map((one) => (one === before ? instruction : one)) }
      })
      return viewOf(instruction)
    },
    async deleteCustomInstruction({ style_id, instruction_id }, { account }) {
      await store.edit(account, style_id, (style) => {
        const before = instructionOf(style, instruction_id)
        return { instructions: style.instructions.filter((one) => one !== before) }
      })
    },
  }
}

function nameIn(name: string | undefined): string {
  if (name === undefined || name.trim() === '') throw badRequest('Name not provided or empty.')
  if ([...name].length > maxName) throw badRequest(`The name has more than ${maxName} characters`)
  return name
}

function instructionIn({ label, prompt, source_language }: Omit<Instruction, 'id'>, id: string): Instruction {
  if (label.trim() === '' || [...label].length > maxLabel)
    throw badRequest(`The label of a custom instruction has 1 to ${maxLabel} characters`)
  if (prompt.trim() === '' || [...prompt].length > maxPrompt)
    throw badRequest(`The prompt of a custom instruction has 1 to ${maxPrompt} characters`)
  return { id, label, prompt, ...(source_language === undefined ? {} : { source_language }) }
}

function rulesIn(value: Readonly<Record<string, unknown>>): ConfiguredRules {
  const rules = Object.entries(value)
    .filter(([, group]) => group !== undefined && group !== null)
    .map(([group, options]) => {
      if (!groups.includes(group) || typeof options !== 'object' || Array.isArray(options))
        throw badRequest(`Invalid configured_rules: ${group.slice(0, 100)}`)
      for (const [rule, option] of Object.entries(Object(options)))
        if (!isRuleName(rule) || typeof option !== 'string' || !isRuleName(option))
          throw badRequest(`Invalid configured_rules: ${group}.${rule.slice(0, 100)}`)
      return [group, Object(options)] as const
    })
  if (rules.flatMap(([, options]) => Object.keys(options)).length > maxRules)
    throw badRequest('Invalid configured_rules: too many')
  return Object.fromEntries(rules)
}

const isRuleName = (name: string) => /^[a-z0-9_]{1,100}$/.test(name)
const tooMany = () => badRequest(`A style rule list has at most ${maxInstructions} custom instructions`)

function viewOf({ id, label, prompt, source_language }: Instruction) {
  return { id, label, prompt, ...(source_language === undefined ? {} : { source_language }) }
}

function view(
  { id, name, language, version, created_at, updated_at, rules, instructions }: StyleRecord,
  detailed: boolean,
) {
  return {
    style_id: id,
    name,
    creation_time: isoTime(created_at),
    updated_time: isoTime(updated_at),
    language,
    version,
    ...(detailed ? { configured_rules: rules, custom_instructions: instructions.map(viewOf) } : {}),
  }
}
