// Model routing as tables for the operator.

import type { Gateway } from '#client'
import { showCount } from '../amounts.ts'
import { memberOf } from '../member.ts'
import type { Session } from '../shell.ts'
import { table } from '../table.ts'

type Operator = Gateway['modelRoutingOperator']
export type Channel = Awaited<ReturnType<Operator['channels']>>['channels'][number]
type Budget = Awaited<ReturnType<Operator['budgets']>>['budgets'][number]
type Sum = Awaited<ReturnType<Operator['spending']>>['sums'][number]
type Explained = Awaited<ReturnType<Operator['explainRoute']>>
type Styled = Pick<Session, 'styled'>

const left = (...titles: string[]) => titles.map((title) => ({ title }))
const right = (...titles: string[]) => titles.map((title) => ({ title, right: true }))

export function channelTable(channels: readonly Channel[], styled: Styled): string {
  if (channels.length === 0) return 'No channel yet: the built-in models answer. Add one with gatehouse models add.\n'
  const columns = [
    ...left('CHANNEL', 'KIND', 'STATE', 'KEY', 'MODELS'),
    ...right('PRIORITY', 'WEIGHT'),
    ...left('LAST FAULT'),
  ]
  const rows = channels.map((channel) => [
    channel.name,
    channel.kind,
    stateOf(channel),
    channel.key_stored ? 'stored' : '-',
    [...channel.models, ...Object.entries(channel.mapping).map(([from, to]) => `${from}=${to}`)].join(' '),
    String(channel.priority),
    String(channel.weight),
    channel.state.last_fault ?? '-',
  ])
  return table(columns, rows, styled)
}

function stateOf({ enabled, state }: Channel): string {
  if (!enabled) return 'off'
  return state.breaker === 'closed' ? 'ready' : state.breaker === 'open' ? 'paused' : 'probing'
}

export function explainTable({ answered_by: by, steps }: Explained, styled: Styled): string {
  const rows = steps.flatMap(({ model, candidates }) =>
    candidates.map((one) => [
      model,
      one.place === null ? '-' : String(one.place),
      one.name,
      one.upstream_model,
      one.passed_over ?? '-',
    ]),
  )
  const who = { channel: 'A channel answers.', 'built-in': 'A built-in model answers.', nobody: 'Nobody answers.' }[by]
  const columns = [...left('MODEL'), ...right('PLACE'), ...left('CHANNEL', 'ITS MODEL', 'PASSED OVER BECAUSE IT')]
  return rows.length === 0 ? `${who}\n` : `${who}\n\n${table(columns, rows, styled)}`
}

export function budgetTable(budgets: readonly Budget[], styled: Styled): string {
  if (budgets.length === 0) return 'No budget. Add one with gatehouse models budget.\n'
  const columns = [...left('BUDGET', 'FOR', 'PER', 'PERIOD'), ...right('USD', 'SPENT', 'HELD')]
  const rows = budgets.flatMap((budget) => {
    const { id, per, period, usd, spending } = budget
    const names = [budget.account, budget.key, budget.model].filter((one) => one !== null).join(' ')
    const head = [id, names === '' ? 'everything' : names, per, period, usd]
    if (spending.length === 0) return [[...head, '0', '0']]
    return spending.map(({ who, spent_usd: spent, held_usd: held }, index) =>
      index === 0 ? [...head, spent, held] : ['', who ?? '', '', '', '', spent, held],
    )
  })
  return table(columns, rows, styled)
}

export function spendingTable(by: string, sums: readonly Sum[], styled: Styled): string {
  const columns = [...left(by.toUpperCase()), ...right('CALLS', 'PROMPT TOKENS', 'ANSWER TOKENS', 'USD')]
  const rows = sums.map((sum) => [
    sum.by,
    showCount(sum.calls),
    showCount(sum.prompt_tokens),
    showCount(sum.answer_tokens),
    sum.cost_usd,
  ])
  return rows.length === 0 ? 'No call yet.\n' : table(columns, rows, styled)
}

export function guardrailTable(rules: readonly unknown[], styled: Styled): string {
  if (rules.length === 0) return 'No rule.\n'
  const member = (rule: unknown, name: string, absent = '-') => {
    const value = memberOf(rule, name)
    return typeof value === 'string' ? value : value === undefined ? absent : JSON.stringify(value)
  }
  const rows = rules.map((rule) => [
    member(rule, 'name'),
    member(rule, 'on', 'both'),
    member(rule, 'action', 'deny'),
    member(rule, 'pattern', member(rule, 'schema')),
    member(rule, 'models', 'all'),
  ])
  return table(left('RULE', 'ON', 'ACTION', 'PATTERN OR SCHEMA', 'MODELS'), rows, styled)
}
