// gatehouse models: the operator's side of model routing: channels and budgets. Their tables are in models/.
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { readCount } from '../amounts.ts'
import { CliError, exitCodes } from '../failure.ts'
import {
  budgetTable,
  type Channel,
  channelTable,
  explainTable,
  guardrailTable,
  spendingTable,
} from '../models/tables.ts'
import { readSecret } from '../secret-input.ts'
import { type Session, type Shell, withConnection } from '../shell.ts'

/** Adds the commands. */
export function addModels(program: Command, shell: Shell): void {
  const group = program
    .command('models')
    .description('channels to model providers, budgets and guardrails (operator key)')
    .addHelpText(
      'after',
      `
First steps:
  gatehouse models add openai --models 'gpt-*' --key-file openai.key
  gatehouse models test openai
  gatehouse models explain gpt-4o-mini`,
    )
  addChannels(group, shell)
  addMoney(group, shell)
  addGuardrails(group, shell)
}

function addChannels(group: Command, shell: Shell): void {
  const list = group.command('channels', { isDefault: true }).description('list the channels and their health')
  shell.action(withConnection(list), async (session) => {
    const answer = await session.models().channels()
    session.show(answer, () => channelTable(answer.channels, session))
  })
  addNewChannel(group, shell)

  const remove = group.command('remove').description('remove a channel and its key').argument('<channel>', 'its name')
  shell.action(withConnection(remove), async (session, _options, [name = '']) => {
    const { id } = await channelOf(session, name)
    const answer = await session.models().removeChannel({ channel: id })
    session.show(answer, () => `Removed ${name}.\n`)
  })

  const test = group
    .command('test')
    .description("ask a channel's provider for its models, or a model for one word")
    .argument('<channel>', 'its name')
    .option('--model <name>', 'model to ask')
  shell.action<{ model?: string }>(withConnection(test), async (session, { model }, [name = '']) => {
    const { id } = await channelOf(session, name)
    const answer = await session.models().testChannel({ channel: id, ...(model !== undefined && { model }) })
    const models = answer.models?.length ? `${answer.models.join('\n')}\n` : ''
    session.show(answer, () => `${answer.message}\n${models}`)
  })

  const explain = group
    .command('explain')
    .description('which channel a call would go to, and why; nothing is sent')
    .argument('<model>', 'model name')
    .option('--fallback <models...>', 'models to fall back to')
  shell.action<{ fallback?: string[] }>(withConnection(explain), async (session, { fallback }, [model = '']) => {
    const body = { model, ...(fallback && { models: fallback }) }
    const answer = await session.models().explainRoute({ body })
    session.show(answer, () => explainTable(answer, session))
  })
}

interface NewChannel {
  readonly kind: string
  readonly base?: string
  readonly models?: string[]
  readonly map?: string[]
  readonly priority?: number
  readonly weight?: number
  readonly input?: string
  readonly output?: string
  readonly channelKey?: string
  readonly keyFile?: string
}

function addNewChannel(group: Command, shell: Shell): void {
  const add = group
    .command('add')
    .description('add a channel; its key is asked for, or read from a file')
    .argument('<name>', 'unique name, such as openai-eu')
    .option('--kind <kind>', 'openai (and everything compatible), anthropic, gemini or ollama', 'openai')
    .option('--base <address>', "address with the version; by default the vendor's own")
    .option('--models <patterns...>', 'models that it serves; * stands for any characters')
    .option('--map <pairs...>', 'names of callers and of the provider, such as fast=gpt-4o-mini')
    .option('--priority <number>', 'higher priorities are tried first', readCount)
    .option('--weight <number>', 'share of the calls among channels of one priority', readCount)
    .option('--input <dollars>', 'price of a million input tokens')
    .option('--output <dollars>', 'price of a million output tokens')
    .option('--channel-key <key>', 'provider key; --key-file or the prompt are safer')
    .option('--key-file <path>', 'file with the key; - is the standard input')
  shell.action<NewChannel>(withConnection(add), async (session, options, [name = '']) => {
    const { kind, base, models, map, priority, weight, channelKey: fromOption, keyFile: file } = options
    const key = kind === 'ollama' && file === undefined ? undefined : await keyOf(session, { fromOption, file })
    const given = { base, models, mapping: map && mappingOf(map), priority, weight, prices: pricesOf(options), key }
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const channel = await session.models().createChannel({ body: { name, kind, ...set } })
    session.show(channel, () => channelTable([channel], session))
  })
}

const keyOf = (session: Session, source: { fromOption: string | undefined; file: string | undefined }) =>
  readSecret({ ...source, prompt: 'Provider key: ' }, session.io)

function mappingOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      if (at < 1 || at === pair.length - 1)
        throw new CliError(`${pair} is not a mapping. Write it like fast=gpt-4o-mini.`, exitCodes.usage)
      return [pair.slice(0, at), pair.slice(at + 1)]
    }),
  )
}

/** Returns one price for every model of the channel. */
function pricesOf({ input, output }: NewChannel): Record<string, Record<string, string>> | undefined {
  if (input === undefined && output === undefined) return undefined
  return { '*': { ...(input !== undefined && { input }), ...(output !== undefined && { output }) } }
}

async function channelOf(session: Session, name: string): Promise<Channel> {
  const { channels } = await session.models().channels()
  const found = channels.find((one) => one.name === name || one.id === name)
  if (found) return found
  throw new CliError(`There is no channel ${name}. List them with gatehouse models.`, exitCodes.notFound)
}

interface NewBudget {
  readonly period: 'day' | 'week' | 'month' | 'total'
  readonly per: 'all' | 'account' | 'key'
  readonly account?: string
  readonly model?: string
}

function addMoney(group: Command, shell: Shell): void {
  const budgets = group.command('budgets').description('list the budgets and what has been spent of them')
  shell.action(withConnection(budgets), async (session) => {
    const answer = await session.models().budgets()
    session.show(answer, () => budgetTable(answer.budgets, session))
  })

  const budget = group
    .command('budget')
    .description('add a budget; calls beyond it are refused')
    .argument('<dollars>', 'what may be spent in a period')
    .option('--period <period>', 'day, week, month or total', 'month')
    .option('--per <who>', 'all, account or key: to whom the amount applies', 'all')
    .option('--account <id>', 'only calls of this account')
    .option('--model <pattern>', 'only calls of these models')
  shell.action<NewBudget>(withConnection(budget), async (session, { period, per, ...only }, [usd = '']) => {
    const answer = await session.models().createBudget({ body: { usd, period, per, ...only } })
    session.show(answer, () => budgetTable([answer], session))
  })

  const spending = group
    .command('spending')
    .description('calls, tokens and cost')
    .option('--by <group>', 'day, model, account or key', 'day')
  shell.action<{ by: 'day' | 'model' | 'account' | 'key' }>(withConnection(spending), async (session, { by }) => {
    const answer = await session.models().spending({ by })
    session.show(answer, () => spendingTable(by, answer.sums, session))
  })
}

function addGuardrails(group: Command, shell: Shell): void {
  const guardrails = group
    .command('guardrails')
    .description('list the rules over requests and answers, or replace them')
    .option('--file <path>', 'JSON list of rules that replaces them')
  shell.action<{ file?: string }>(withConnection(guardrails), async (session, { file }) => {
    const models = session.models()
    const answer =
      file === undefined
        ? await models.guardrails()
        : await models.storeGuardrails({ body: { guardrails: rulesIn(file) } })
    session.show(answer, () => guardrailTable(answer.guardrails, session))
  })
}

function rulesIn(path: string): Record<string, unknown>[] {
  const problem = (reason: string) => new CliError(`${path} is not a JSON list of rules: ${reason}`, exitCodes.usage)
  try {
    const rules: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (Array.isArray(rules)) return rules.map(Object)
  } catch (cause) {
    throw problem(cause instanceof Error ? cause.message : '')
  }
  throw problem('it is something else')
}
