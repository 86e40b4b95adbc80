// Drift: where live answers differ from what their endpoints declare. Paths and types alone.
import { html } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { ask } from '../kit/dialog.ts'
import { announce, empty, heading, moment } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'

type Endpoint = Awaited<ReturnType<Admin['listDrift']>>['endpoints'][number]

export const drift: View = async (stage) => {
  const operator = await operatorClient()
  const page = await operator.listDrift({ after: stage.query.get('after') })
  return () => html`
    ${heading('Drift', {
      lead: `Where answers of providers differ from what is declared. ${sampled(page.share)} Values are never kept.`,
    })}
    ${
      page.endpoints.length === 0
        ? empty(
            'Nothing compared yet',
            'Set GATEHOUSE_DRIFT_SAMPLE to a share of the live answers, or compare a HAR file.',
            'npx gatehouse drift --har recorded.har',
          )
        : page.endpoints.map((endpoint) => section(operator, stage, endpoint))
    }
    ${pager(stage.query, page.next)}`
}

const sampled = (share: number) =>
  share === 0
    ? 'No live answers are compared.'
    : `Of the live answers, ${Number((share * 100).toPrecision(3))} % are compared.`

const section = (operator: Admin, stage: Stage, endpoint: Endpoint) => {
  const { listing, endpoint: id, compared, lastAt, findings } = endpoint
  const name = `${listing}, ${id}`
  return html`<section class="block">
    <h2>${name}</h2>
    <p class="muted">${compared} answers compared, the last ${moment(lastAt)}. <button type="button" class="small" aria-label=${`Forget the drift of ${listing}`} @click=${() => void forget(operator, stage, listing)}>Forget</button></p>
    ${
      findings.length === 0
        ? html`<p>No differences.</p>`
        : table({
            caption: `Differences of ${name}`,
            rows: findings,
            key: ({ pointer, kind, seen }) => `${kind} ${seen} ${pointer}`,
            columns: [
              { label: 'At', cell: ({ pointer }) => html`<code>${pointer === '' ? 'whole answer' : pointer}</code>` },
              { label: 'Difference', cell: ({ kind, severity }) => html`${kind}<span class="sub">${severity}</span>` },
              { label: 'Declared', cell: ({ declared }) => declared },
              { label: 'Seen', cell: ({ seen }) => seen },
              { label: 'Answers', numeric: true, cell: ({ count }) => count },
              { label: 'Last', wide: true, cell: (one) => moment(one.lastAt) },
            ],
          })
    }
  </section>`
}

async function forget(operator: Admin, { reload }: Stage, slug: string): Promise<void> {
  const isDone = await ask({
    title: `Forget the drift of ${slug}?`,
    action: 'Forget',
    isDangerous: true,
    content: html`<p>Differences that are still there are found again.</p>`,
    submit: () => operator.forgetDrift({ slug }),
  })
  if (!isDone) return
  announce('It is forgotten.')
  await reload()
}
