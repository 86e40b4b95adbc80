// The APIs that the operator has added from OpenAPI descriptions: the list, updates, removal, and a form that adds
// another.
import { html, nothing } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { ask } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { announce, type Content, empty, heading, section } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { Refusal } from '../refusal.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'
import { addForm } from './add-api.ts'
import { updateApi } from './update-api.ts'

/** The limit of rows: the gateway reads one stored description for each. */
const mostRows = 20
/** Statuses of one API that cannot be described: it is broken, gone meanwhile, or belongs to a file. */
const ofOneApi = [400, 404, 409]

interface Row {
  readonly slug: string
  readonly title: string
  readonly operations: number
  /** The refusal says why an API cannot be described. */
  readonly about: Awaited<ReturnType<Admin['getAddedApi']>> | Refusal
}

export const yourApis: View = async (stage) => {
  const operator = await operatorClient()
  const { apis } = await operator.listApis()
  const added = apis.filter((one) => one.added)
  const start = Math.max(0, Math.trunc(Number(stage.query.get('after'))) || 0)
  const end = start + mostRows
  const rows = await Promise.all(
    added.slice(start, end).map(async ({ slug, title, endpoints }): Promise<Row> => {
      const about = await operator.getAddedApi({ slug }).catch(refusalOfOne)
      return { slug, title, operations: endpoints, about }
    }),
  )
  const form = addForm(operator, stage)
  return () => html`
    ${heading('Your APIs', { lead: 'APIs that were added from OpenAPI descriptions. Each has keys, quotas, a record of calls and a reference page.' })}
    ${
      rows.length === 0
        ? empty('No API has been added', 'Paste a description below, or use a shell:', 'npx gatehouse apis add --help')
        : listOf(rows, {
            update: ({ slug }) => void updateApi(operator, stage, slug),
            remove: (row) => void remove(operator, stage, row),
          })
    }
    ${pager(stage.query, end < added.length ? end : undefined)}
    ${section('Add an API', form(), { lead: 'OpenAPI 3.0, 3.1, 3.2 or Swagger 2.0, as JSON or YAML. The preview changes nothing.' })}`
}

function refusalOfOne(error: unknown): Refusal {
  if (error instanceof Refusal && ofOneApi.includes(error.status)) return error
  throw error
}

interface RowActions {
  readonly update: (row: Row) => void
  readonly remove: (row: Row) => void
}

function listOf(rows: readonly Row[], actions: RowActions): Content {
  return table({
    caption: 'Your APIs',
    rows,
    key: ({ slug }) => slug,
    columns: [
      {
        label: 'API',
        cell: ({ title, slug }) => html`<a href=${`/docs/${slug}`}>${title}</a><span class="sub">${slug}</span>`,
      },
      {
        label: 'Base address',
        wraps: true,
        cell: ({ about }) => (about instanceof Refusal ? about.message : (about.base ?? '–')),
      },
      { label: 'Operations', numeric: true, cell: ({ operations }) => count(operations) },
      {
        label: 'Revision',
        numeric: true,
        cell: ({ about }) => (about instanceof Refusal ? '–' : count(about.revision)),
      },
      {
        label: 'Actions',
        hidesLabel: true,
        numeric: true,
        cell: (row) =>
          // an API of a file is changed and removed with its file
          row.about instanceof Refusal && row.about.status === 409
            ? nothing
            : html`<button type="button" class="small" aria-label=${`Update ${row.slug}`} @click=${() => actions.update(row)}>Update</button>
              <button type="button" class="small destructive" aria-label=${`Remove ${row.slug}`} @click=${() => actions.remove(row)}>Remove</button>`,
      },
    ],
  })
}

async function remove(operator: Admin, { reload }: Stage, { slug, title }: Row): Promise<void> {
  const isDone = await ask({
    title: `Remove ${slug}?`,
    action: 'Remove API',
    isDangerous: true,
    content: html`<p>${title} is no longer served. The provider keys and settings that accounts have stored for it are forgotten for good; the record of its calls stays.</p>`,
    submit: () => operator.removeApi({ slug }),
  })
  if (!isDone) return
  announce(`${slug} is removed.`)
  await reload()
}
