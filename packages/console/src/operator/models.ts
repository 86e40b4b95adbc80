// Models: the channels to vendors and their health, the route of a model's calls, budgets and guardrails.
import { html, nothing, type TemplateResult } from 'lit-html'
import { type Models, modelRoutingOperator } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { shareBar } from '../kit/chart.ts'
import { filters } from '../kit/filters.ts'
import { count, dollars, milliseconds } from '../kit/format.ts'
import { icon } from '../kit/icons.ts'
import { type Content, empty, heading, section, state, tag } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { loadNames, named } from '../names.ts'
import { operatorConnection } from '../session.ts'
import type { Stage, View } from '../view.ts'
import { modelActions } from './model-actions.ts'

type Channel = Models.Channel
type Budget = Models.Budget
type Explained = Models.ExplainRouteOutput

export const models: View = async (stage) => {
  const operator = modelRoutingOperator(operatorConnection)
  const model = stage.query.get('model')
  const [{ channels }, { budgets }, rules, route] = await Promise.all([
    operator.channels(),
    operator.budgets(),
    operator.guardrails(),
    model === null ? undefined : operator.explainRoute({ body: { model } }),
  ])
  await loadNames(
    'operator',
    budgets.flatMap(({ account, key, spending }) => [account, key, ...spending.map(({ who }) => who)]),
  )
  const actions = modelActions(operator, stage)
  return () => html`
    ${heading('Models', {
      lead: 'Channels lead to vendors of models. Calls go to the channels of highest priority that serve the model, by weight.',
      actions: html`<a class="button" href=${href('/operator/spending')}>Spending</a><button type="button" class="primary" @click=${() => void actions.makeChannel()}>${icon('plus')}New channel</button>`,
    })}
    ${section('Channels', channels.length === 0 ? empty('No channels', 'Rule-based built-in models answer; they are not language models, and say so. Connect a vendor with “New channel”, or from a shell:', 'npx gatehouse models --help') : channelTable(channels, actions))}
    ${section('Which channel would answer', explain(stage, route), { lead: 'Nothing is sent: the route is only computed.' })}
    ${section(
      'Budgets',
      budgets.length === 0
        ? empty('No budgets', 'Spending is not limited. A budget refuses calls beyond an amount in each period.')
        : budgetTable(budgets, actions),
      {
        actions: html`<button type="button" @click=${() => void actions.makeBudget()}>New budget</button>`,
      },
    )}
    ${section('Guardrails', guardrails(rules))}`
}

type Actions = ReturnType<typeof modelActions>

function channelTable(channels: readonly Channel[], actions: Actions): TemplateResult {
  return table({
    caption: 'Channels',
    rows: channels,
    key: ({ id }) => id,
    columns: [
      { label: 'Channel', cell: ({ name, kind, base }) => html`${name}<span class="sub">${kind} at ${base}</span>` },
      { label: 'State', cell: (channel) => channelState(channel) },
      {
        label: 'Key',
        wide: true,
        cell: ({ key_stored }) => (key_stored ? state('good', 'Stored') : state('warn', 'Missing')),
      },
      {
        label: 'Models',
        wide: true,
        cell: ({ models: list }) =>
          list.slice(0, mostModels).join(', ') +
          (list.length > mostModels ? ` and ${list.length - mostModels} more` : ''),
      },
      { label: 'Order', numeric: true, wide: true, cell: ({ priority, weight }) => `${priority} · ${weight}` },
      {
        label: 'First byte',
        numeric: true,
        wide: true,
        cell: ({ state: { first_byte_ms } }) => milliseconds(first_byte_ms),
      },
      { label: 'Under way', numeric: true, wide: true, cell: ({ state: { under_way } }) => count(under_way) },
      { label: 'Actions', hidesLabel: true, numeric: true, cell: (channel) => channelButtons(channel, actions) },
    ],
  })
}
const mostModels = 4

function channelState({ enabled, state: { breaker, last_fault, failures_in_a_row } }: Channel): Content {
  if (!enabled) return state('off', 'Disabled')
  if (breaker === 'open')
    return html`${state('bad', 'Down')}<span class="sub">${last_fault ?? 'it failed repeatedly'}</span>`
  if (breaker === 'half-open') return state('warn', 'Trying again')
  return failures_in_a_row > 0
    ? state('warn', `${count(failures_in_a_row)} failures in a row`, last_fault ?? '')
    : state('good', 'Up')
}

function channelButtons(channel: Channel, actions: Actions): TemplateResult {
  const button = (text: string, act: () => Promise<void>, kind = '') =>
    html`<button type="button" class="small ${kind}" aria-label=${`${text} ${channel.name}`} @click=${() => void act()}>${text}</button>`
  return html`<div class="actions">
    ${button('Test', () => actions.test(channel))}
    ${
      channel.source === 'file'
        ? tag('from the file', 'Defined in the configuration of the data folder, and only changed there')
        : html`${button('Edit', () => actions.editChannel(channel))} ${button('Remove', () => actions.removeChannel(channel), 'destructive')}`
    }
  </div>`
}

function explain({ query }: Stage, route: Explained | undefined): TemplateResult {
  return html`${filters([{ name: 'model', label: 'Model', placeholder: 'gpt-4o' }], query)}${route === undefined ? nothing : routeView(route)}`
}

const answeredBy = {
  channel: ['good', 'A channel answers'],
  'built-in': ['info', 'A built-in model answers'],
  nobody: ['bad', 'Nobody answers'],
} as const

function routeView({ answered_by, steps }: Explained): TemplateResult {
  const [tone, word] = answeredBy[answered_by]
  const rows = steps.flatMap(({ model, candidates }) => candidates.map((candidate) => ({ ...candidate, model })))
  return html`<div class="stack"><p>${state(tone, word)}</p>
    ${
      rows.length === 0
        ? nothing
        : table({
            caption: 'Candidates in the order in which they are tried',
            rows,
            key: ({ model, channel }) => `${model} ${channel}`,
            columns: [
              {
                label: 'Channel',
                cell: ({ name, upstream_model }) => html`${name}<span class="sub">${upstream_model}</span>`,
              },
              { label: 'Place', numeric: true, cell: ({ place }) => (place === null ? '–' : String(place)) },
              { label: 'Why not', cell: ({ passed_over }) => passed_over ?? '–' },
              { label: 'Order', numeric: true, wide: true, cell: ({ priority, weight }) => `${priority} · ${weight}` },
            ],
          })
    }</div>`
}

function budgetTable(budgets: readonly Budget[], actions: Actions): TemplateResult {
  return table({
    caption: 'Budgets',
    rows: budgets,
    key: ({ id }) => id,
    columns: [
      {
        label: 'Who and what',
        cell: ({ account, key, model, per }) =>
          html`${whoOf(key ?? account)}<span class="sub">${model ?? 'every model'}${per === 'all' ? '' : `, for each ${per}`}</span>`,
      },
      {
        label: 'Amount',
        numeric: true,
        cell: ({ usd, period }) =>
          html`${dollars(usd)}<span class="sub">${period === 'total' ? 'in total' : `each ${period}`}</span>`,
      },
      { label: 'Most used', cell: ({ spending, usd }) => mostUsed(spending, usd) },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (budget) =>
          html`<div class="actions"><button type="button" class="small" aria-label=${`Change budget of ${dollars(budget.usd)}`} @click=${() => void actions.changeBudget(budget)}>Change</button><button type="button" class="small destructive" aria-label=${`Remove budget of ${dollars(budget.usd)}`} @click=${() => void actions.removeBudget(budget)}>Remove</button></div>`,
      },
    ],
  })
}

const whoOf = (id: string | null) => (id === null ? 'every account' : named(id))

function mostUsed(spending: Budget['spending'], usd: string): Content {
  const [first] = spending
  if (!first) return '–'
  const used = Number(first.spent_usd) + Number(first.held_usd)
  return html`${dollars(first.spent_usd)}${first.who === null ? nothing : html`<span class="sub">${named(first.who)}</span>`}${shareBar(used, Number(usd), `${dollars(first.spent_usd)} of ${dollars(usd)}`)}`
}

function guardrails({ guardrails: own, of_the_file }: Models.GuardrailsOutput): TemplateResult {
  const all = own.length + of_the_file
  if (all === 0)
    return empty(
      'No guardrails',
      'Rules that deny or redact what is sent to models and what they answer. They are set through the operator API:',
      'npx gatehouse models --help',
    )
  return html`<p>${count(all)} ${all === 1 ? 'guardrail checks' : 'guardrails check'} prompts and answers; ${of_the_file === 0 ? 'none come' : `${count(of_the_file)} come`} from the config file.</p>`
}
