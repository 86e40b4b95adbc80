// Webhooks: addresses to which events are sent; create, test, change, replace the secret, recover, delete. Below them
// the events of the last day.
import { html, type TemplateResult } from 'lit-html'
import { href } from '../address.ts'
import { icon } from '../kit/icons.ts'
import { type Content, empty, heading, moment, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import type { View } from '../view.ts'
import { happenedList, readHappened } from './happened.ts'
import { webhookActions } from './webhook-actions.ts'
import { type WebhookRow, webhookSourceOf } from './webhook-source.ts'

export const webhooks: View = async (stage) => {
  const { role } = stage
  const source = await webhookSourceOf(role)
  const [{ webhooks: rows }, happened] = await Promise.all([source.listWebhooks(), readHappened(source)])
  const actions = webhookActions(source, stage)
  const top = role === 'operator' ? '/operator' : ''
  return () => html`
    ${heading('Webhooks', {
      lead:
        role === 'account'
          ? 'Addresses that get a message when a limit or budget of your account is near, a key expires, or a provider fails.'
          : 'Addresses that get the events of all accounts. Each account has its own besides.',
      actions: html`<button type="button" class="primary" @click=${() => void actions.make()}>${icon('plus')}New webhook</button>`,
    })}
    ${
      rows.length === 0
        ? empty('No webhooks', 'Create one with “New webhook”, or from a shell:', shellLine(role === 'operator'))
        : table({
            caption: 'Webhooks',
            rows,
            key: ({ id }) => id,
            columns: [
              {
                label: 'Address',
                wraps: true,
                cell: ({ id, url }) =>
                  html`<a href=${href(`${top}/webhook`, { id })}>${hostOf(url)}</a><span class="sub">${id}</span>`,
              },
              { label: 'State', cell: webhookState },
              {
                label: 'Events',
                wide: true,
                wraps: true,
                cell: ({ events, format }) =>
                  html`${events === '*' ? 'all' : events.join(', ')}<span class="sub">${format}</span>`,
              },
              { label: 'Created', wide: true, cell: ({ createdAt }) => moment(createdAt) },
              { label: 'Actions', hidesLabel: true, numeric: true, cell: (row) => buttons(row, actions) },
            ],
          })
    }
    ${happenedList(happened)}`
}

function shellLine(isOperator: boolean): string {
  return `npx gatehouse webhooks create https://hooks.example.com/gatehouse${isOperator ? ' --all' : ''}`
}

/** Returns the host alone: addresses of chat services are secrets. */
export function hostOf(url: string): string {
  return new URL(url).host
}

export function webhookState({ enabled, disabledBecause, failingSince }: WebhookRow): Content {
  if (!enabled) return disabledBecause === null ? state('off', 'Off') : state('bad', 'Switched off', disabledBecause)
  return failingSince === null
    ? state('good', 'On')
    : html`${state('warn', 'Failing')}<span class="sub">since ${moment(failingSince)}</span>`
}

function buttons(webhook: WebhookRow, actions: ReturnType<typeof webhookActions>): TemplateResult {
  const button = (text: string, act: () => Promise<void>, kind = '') =>
    html`<button type="button" class="small ${kind}" aria-label=${`${text} ${hostOf(webhook.url)}`} @click=${() => void act()}>${text}</button>`
  return html`<div class="actions">
    ${button('Test', () => actions.test(webhook))} ${button('Edit', () => actions.edit(webhook))}
    ${button('New secret', () => actions.rotate(webhook))} ${button('Delete', () => actions.remove(webhook), 'destructive')}
  </div>`
}
