// The events of the last day, which webhooks get too, as sentences, the newest first.
import { html, type TemplateResult } from 'lit-html'
import type { ListEventsOutput } from '../../../client/own/mod.ts'
import { moment, section } from '../kit/parts.ts'
import type { WebhookSource } from './webhook-source.ts'

type Event = ListEventsOutput['events'][number]

/** Events come oldest first, so that pages are read up to the newest. */
const mostPages = 10
const shown = 50

/** Reads the newest events of the last day. */
export async function readHappened(source: Pick<WebhookSource, 'listEvents'>): Promise<Event[]> {
  let events: Event[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const { events: more, next } = await source.listEvents({ limit: 100, ...(after !== undefined && { after }) })
    events = [...events, ...more].slice(-shown)
    if (next === undefined) break
    after = next
  }
  return events.reverse()
}

export function happenedList(events: readonly Event[]): TemplateResult {
  const list =
    events.length === 0
      ? html`<p>Nothing needs attention.</p>`
      : html`<ul class="stack">${events.map(({ timestamp, text, type, data }) => html`<li>${text} <span class="sub">${type}${data.test === true ? ', a test' : ''}, ${moment(Date.parse(timestamp))}</span></li>`)}</ul>`
  return section('In the last day', list)
}
