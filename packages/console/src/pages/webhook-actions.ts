// Actions on webhooks, each in a dialog or with a word of what came of it.
import { html, nothing } from 'lit-html'
import { ask, choice, field, show, textIn } from '../kit/dialog.ts'
import { announce, codeBlock, note } from '../kit/parts.ts'
import { refusalOf } from '../refusal.ts'
import type { Stage } from '../view.ts'
import type { DeliveryRow, WebhookRow, WebhookSource } from './webhook-source.ts'

const hour = 3_600_000
/** The longest wait for a test: a try ends within 15 s. */
const testMs = 20_000
const testPollMs = 500

export function webhookActions(source: WebhookSource, stage: Pick<Stage, 'reload'>) {
  const { reload } = stage
  return {
    async make(): Promise<void> {
      let secret = ''
      const isDone = await ask({
        title: 'New webhook',
        action: 'Create webhook',
        content: fields(),
        submit: async (form) => {
          secret = (await source.createWebhook({ body: { url: textIn(form, 'url'), ...settingsIn(form) } })).secret
        },
      })
      if (!isDone) return
      await showSecret('Secret of the new webhook', secret)
      await reload()
    },

    async edit(webhook: WebhookRow): Promise<void> {
      const { id } = webhook
      const isDone = await ask({
        title: 'Edit the webhook',
        action: 'Save',
        content: html`${fields(webhook)}
          ${choice('enabled', 'State', {
            value: webhook.enabled ? 'yes' : 'no',
            values: [
              ['yes', 'On'],
              ['no', 'Off: nothing is sent, and what happens meanwhile can be recovered'],
            ],
          })}`,
        submit: (form) => {
          const enabled = textIn(form, 'enabled') === 'yes'
          return source.updateWebhook({ id, body: { url: textIn(form, 'url'), ...settingsIn(form), enabled } })
        },
      })
      if (!isDone) return
      announce('The webhook has been changed.')
      await reload()
    },

    async rotate({ id }: WebhookRow): Promise<void> {
      let secret = ''
      const isDone = await ask({
        title: 'Replace the secret?',
        action: 'Replace',
        content: choice('grace', 'Messages are also signed by the current secret for', {
          value: '86400',
          values: [
            ['0', 'no time'],
            ['3600', 'one hour'],
            ['86400', 'one day'],
            ['604800', 'seven days'],
          ],
        }),
        submit: async (form) => {
          const body = { graceSeconds: Number(textIn(form, 'grace')) }
          secret = (await source.rotateWebhook({ id, body })).secret
        },
      })
      if (!isDone) return
      await showSecret('New secret of the webhook', secret)
      await reload()
    },

    async remove({ id, url }: WebhookRow): Promise<void> {
      const isDone = await ask({
        title: 'Delete the webhook?',
        action: 'Delete',
        isDangerous: true,
        content: html`<p>${url} gets nothing any more, and the record of what was sent is deleted, too.</p>`,
        submit: () => source.deleteWebhook({ id }),
      })
      if (!isDone) return
      announce('The webhook has been deleted.')
      await reload()
    },
    ...sendingActions(source, stage),
  }
}

function sendingActions(source: WebhookSource, { reload }: Pick<Stage, 'reload'>) {
  return {
    async recover({ id }: WebhookRow): Promise<void> {
      let count = 0
      const isDone = await ask({
        title: 'Send again',
        action: 'Send again',
        content: html`<p>Events that failed, and those that happened while the webhook was off.</p>
          ${choice('hours', 'Since', {
            value: '24',
            values: [
              ['1', 'an hour ago'],
              ['24', 'a day ago'],
              ['168', 'seven days ago'],
              ['720', '30 days ago'],
            ],
          })}`,
        submit: async (form) => {
          const since = Date.now() - Number(textIn(form, 'hours')) * hour
          count = (await source.recoverWebhook({ id, body: { since } })).deliveries
        },
      })
      if (!isDone) return
      announce(count === 1 ? 'One event is sent.' : `${count} events are sent.`)
      await reload()
    },

    async test({ id }: WebhookRow): Promise<void> {
      announce('Sending a test …')
      try {
        const { event } = await source.testWebhook({ id, body: {} })
        await show('Test of the webhook', verdict(await outcomeOf(source, id, event)))
      } catch (error) {
        await show('Test of the webhook', note('bad', refusalOf(error).message))
      }
      await reload()
    },

    async retry(id: string, { event }: DeliveryRow): Promise<void> {
      try {
        await source.retryDelivery({ id, event })
        announce(`${event} is sent again.`)
      } catch (error) {
        await show('Send again', note('bad', refusalOf(error).message))
      }
      await reload()
    },
  }
}

function fields(webhook?: WebhookRow) {
  const { url = '', events = '*', format = 'standard' } = webhook ?? {}
  return html`${field('url', 'Address', { value: url, isRequired: true, placeholder: 'https://hooks.example.com/gatehouse' })}
    ${field('events', 'Events', {
      value: events === '*' ? '*' : events.join(', '),
      isRequired: true,
      hint: 'Types or beginnings of them, such as limit.*, budget.*; * for all.',
    })}
    ${choice('format', 'Format', {
      value: format,
      values: [
        ['standard', 'Signed events (Standard Webhooks)'],
        ['slack', 'A sentence, for Slack and others that read its form'],
      ],
    })}`
}

function settingsIn(form: FormData) {
  const events = textIn(form, 'events').trim()
  return {
    events: events === '*' ? ('*' as const) : events.split(/[\s,]+/).filter((one) => one !== ''),
    format: textIn(form, 'format') === 'slack' ? ('slack' as const) : ('standard' as const),
  }
}

/** Shows the secret in this dialog only; it is gone when the dialog closes. */
function showSecret(title: string, secret: string): Promise<void> {
  return show(
    title,
    html`<p>Copy it now: it is not shown again. It verifies the signatures of messages.</p>${codeBlock(secret, 'secret')}`,
  )
}

/** Waits for the delivery of an event; undefined if it takes too long. */
async function outcomeOf(source: WebhookSource, id: string, event: string): Promise<DeliveryRow | undefined> {
  for (const end = Date.now() + testMs; Date.now() < end; ) {
    const { deliveries } = await source.listDeliveries({ id, limit: 20 })
    const delivery = deliveries.find((one) => one.event === event)
    if (delivery?.attempts.length) return delivery
    await new Promise((resolve) => setTimeout(resolve, testPollMs))
  }
  return undefined
}

function verdict(delivery: DeliveryRow | undefined) {
  if (!delivery) return note('warn', 'The message has not been sent yet. Look at the deliveries in a while.')
  if (delivery.state === 'delivered') return note('good', `The receiver accepts it: ${resultOf(delivery)}.`)
  return html`${note('bad', `The receiver does not accept it: ${resultOf(delivery)}.`)}
    ${delivery.state === 'waits' ? html`<p>It is tried again by itself.</p>` : nothing}`
}

/** Returns the result of the last try, in words. */
export function resultOf({ attempts }: DeliveryRow): string {
  const last = attempts.at(-1)
  if (!last) return 'not sent yet'
  return last.status === null ? (last.error ?? 'no answer') : `${last.status} in ${last.ms} ms`
}
