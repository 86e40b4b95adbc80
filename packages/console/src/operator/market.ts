// Market sources: the price feeds in use, their freshness, and their errors.
import { html, nothing, type TemplateResult } from 'lit-html'
import { itemMarketOperator, type Market } from '../../../client/operator/mod.ts'
import { ask, field, textIn } from '../kit/dialog.ts'
import { filters } from '../kit/filters.ts'
import { count } from '../kit/format.ts'
import { announce, type Content, empty, heading, moment, note, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { operatorConnection } from '../session.ts'
import type { Stage, View } from '../view.ts'

type Source = Market.Source
type Operator = ReturnType<typeof itemMarketOperator>

export const market: View = async (stage) => {
  const operator = itemMarketOperator(operatorConnection)
  const { sources, may_call_out } = await operator.sources()
  const search = (stage.query.get('search') ?? '').toLowerCase()
  const wanted = stage.query.get('state')
  const shown = sources.filter(
    (source) =>
      `${source.title} ${source.source} ${source.game}`.toLowerCase().includes(search) &&
      (wanted === null || stateOf(source).name === wanted),
  )
  return () => html`
    ${heading('Market sources', { lead: 'Public feeds that the item market reads its prices from. Until one is read, prices are simulated and say so.' })}
    ${may_call_out ? nothing : note('info', 'Sources are not read on schedule, because GATEHOUSE_REFRESH is off.')}
    ${filters(
      [
        { name: 'search', label: 'Name or game' },
        {
          name: 'state',
          label: 'State',
          values: [
            ['on', 'Read'],
            ['late', 'Failing'],
            ['off', 'Off'],
          ],
        },
      ],
      stage.query,
    )}
    ${
      shown.length === 0
        ? empty('No source matches', 'Clear the filter to see all of them.')
        : table({
            caption: 'Sources of prices',
            rows: shown,
            key: ({ source }) => source,
            columns: [
              {
                label: 'Source',
                cell: ({ title, source, game }) => html`${title}<span class="sub">${source}, ${game}</span>`,
              },
              { label: 'State', cell: (source) => stateOf(source).content },
              { label: 'Items', numeric: true, cell: ({ items }) => count(items) },
              { label: 'Last read', cell: ({ succeeded_at }) => moment(time(succeeded_at)) },
              {
                label: 'Next',
                wide: true,
                cell: ({ next_at, enabled }) => (enabled ? moment(time(next_at), '–') : '–'),
              },
              { label: 'Secret', wide: true, cell: (source) => secretState(source) },
              { label: 'Actions', hidesLabel: true, numeric: true, cell: (source) => buttons(source, operator, stage) },
            ],
          })
    }`
}

const time = (text: string | null) => (text === null ? null : Date.parse(text))

function stateOf({ enabled, error, secret, secret_stored, succeeded_at }: Source): { name: string; content: Content } {
  if (!enabled) return { name: 'off', content: state('off', 'Off') }
  if (error !== null)
    return { name: 'late', content: html`${state('bad', 'Failing')}<span class="sub">${error}</span>` }
  if (secret === 'needed' && !secret_stored) return { name: 'late', content: state('warn', 'Needs its secret') }
  return { name: 'on', content: succeeded_at === null ? state('off', 'Not read yet') : state('good', 'Read') }
}

function secretState({ secret, secret_stored }: Source): Content {
  if (secret === 'none') return html`<span class="muted">none needed</span>`
  if (secret_stored) return state('good', 'Stored')
  return secret === 'needed' ? state('warn', 'Missing') : state('off', 'Optional')
}

function buttons(source: Source, operator: Operator, stage: Stage): TemplateResult {
  const button = (text: string, act: () => Promise<void>, kind = '') =>
    html`<button type="button" class="small ${kind}" aria-label=${`${text}: ${source.title}`} @click=${() => void act()}>${text}</button>`
  return html`<div class="actions">
    ${button(source.enabled ? 'Turn off' : 'Turn on', () => toggle(source, operator, stage))}
    ${source.secret === 'none' ? nothing : button(source.secret_stored ? 'Replace secret' : 'Store secret', () => storeSecret(source, operator, stage))}
    ${source.secret_stored ? button('Forget secret', () => forgetSecret(source, operator, stage), 'destructive') : nothing}
  </div>`
}

async function toggle({ source, title, enabled }: Source, operator: Operator, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: enabled ? `Turn off ${title}?` : `Turn on ${title}?`,
    action: enabled ? 'Turn off' : 'Turn on',
    content: html`<p>${enabled ? 'It is no longer read; prices that were read stay until they are too old.' : 'It is read on its schedule from now on.'}</p>`,
    submit: () => operator.changeSource({ source, body: { enabled: !enabled } }),
  })
  if (!isDone) return
  announce(`${title} is turned ${enabled ? 'off' : 'on'}.`)
  await reload()
}

async function storeSecret({ source, title }: Source, operator: Operator, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Secret of ${title}`,
    action: 'Store secret',
    content: field('secret', 'Secret', {
      type: 'password',
      isRequired: true,
      hint: 'Sealed in the vault, and never shown.',
    }),
    submit: (form) => operator.storeSecret({ source, body: { secret: textIn(form, 'secret') } }),
  })
  if (!isDone) return
  announce(`The secret of ${title} is stored.`)
  await reload()
}

async function forgetSecret({ source, title }: Source, operator: Operator, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Forget the secret of ${title}?`,
    action: 'Forget secret',
    isDangerous: true,
    content: html`<p>The gateway forgets it for good. A source that needs one is not read without it.</p>`,
    submit: () => operator.forgetSecret({ source }),
  })
  if (!isDone) return
  announce(`The secret of ${title} is forgotten.`)
  await reload()
}
