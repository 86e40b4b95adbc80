// One webhook: what was sent, newest first, filtered by what came of it; send again, one or all.
import { html, nothing } from 'lit-html'
import { href } from '../address.ts'
import { chosen, filters } from '../kit/filters.ts'
import { type Content, empty, facts, heading, moment, state } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import type { View } from '../view.ts'
import { resultOf, webhookActions } from './webhook-actions.ts'
import { type DeliveryRow, webhookSourceOf } from './webhook-source.ts'
import { hostOf, webhookState } from './webhooks.ts'

const states = ['waits', 'delivered', 'failed'] as const

export const oneWebhook: View = async (stage) => {
  const { role, query } = stage
  const source = await webhookSourceOf(role)
  const id = query.get('id') ?? ''
  const [webhook, page] = await Promise.all([
    source.getWebhook({ id }),
    source.listDeliveries({ id, state: chosen(query, 'state', states), before: query.get('after') }),
  ])
  const actions = webhookActions(source, stage)
  return () => html`
    ${heading(`Webhook at ${hostOf(webhook.url)}`, {
      lead: html`<a href=${href(role === 'operator' ? '/operator/webhooks' : '/webhooks')}>All webhooks</a>`,
      actions: html`<button type="button" @click=${() => void actions.recover(webhook)}>Recover</button>
        <button type="button" class="primary" @click=${() => void actions.test(webhook)}>Test</button>`,
    })}
    ${facts([
      ['Address', html`<code>${webhook.url}</code>`],
      ['State', webhookState(webhook)],
      ['Events', webhook.events === '*' ? 'all' : webhook.events.join(', ')],
    ])}
    ${filters(
      [
        {
          name: 'state',
          label: 'State',
          values: [
            ['waits', 'Waits'],
            ['delivered', 'Delivered'],
            ['failed', 'Failed'],
          ],
        },
      ],
      query,
    )}
    ${
      page.deliveries.length === 0
        ? empty('Nothing was sent', 'Send a test to see whether the receiver accepts it.')
        : table({
            caption: 'Deliveries',
            rows: page.deliveries,
            key: ({ event }) => event,
            columns: [
              { label: 'Event', cell: ({ type, event }) => html`${type}<span class="sub">${event}</span>` },
              { label: 'State', cell: deliveryState },
              { label: 'Last result', wraps: true, cell: (row) => resultOf(row) },
              { label: 'Last try', wide: true, cell: ({ attempts }) => moment(attempts.at(-1)?.at, 'not yet') },
              {
                label: 'Actions',
                hidesLabel: true,
                numeric: true,
                cell: (row) =>
                  html`<button type="button" class="small" aria-label=${`Send ${row.event} again`} @click=${() => void actions.retry(id, row)}>Retry</button>`,
              },
            ],
          })
    }
    ${pager(query, page.next)}`
}

function deliveryState({ state: word, attempts, dueAt }: DeliveryRow): Content {
  const tries = attempts.length > 1 ? html`<span class="sub">${attempts.length} tries</span>` : nothing
  if (word === 'delivered') return html`${state('good', 'Delivered')}${tries}`
  if (word === 'failed') return html`${state('bad', 'Failed')}${tries}`
  return html`${state('warn', 'Waits')}<span class="sub">next try ${moment(dueAt)}</span>`
}
