// Audit: changes with their authors, newest first.
import { html, type TemplateResult } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { csvButton } from '../kit/export.ts'
import { filters } from '../kit/filters.ts'
import { type Content, empty, heading, moment, tag } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { operatorClient } from '../source.ts'
import type { View } from '../view.ts'

type Entry = Awaited<ReturnType<Admin['audit']>>['entries'][number]

export const audit: View = async ({ query }) => {
  const operator = await operatorClient()
  const input = {
    actor: query.get('actor'),
    action: query.get('action'),
    target: query.get('target'),
    from: dayOf(query.get('from')),
    to: dayOf(query.get('to')),
  }
  const { entries, next } = await operator.audit({ ...input, limit: 50, before: Number(query.get('after')) || null })
  return () => html`
    ${heading('Audit', { lead: 'Who changed what. Entries are written with each change and never edited.', actions: csv(operator, input) })}
    ${filters(
      [
        { name: 'actor', label: 'Who', placeholder: 'operator or acc_…' },
        { name: 'action', label: 'Action', placeholder: 'key. or key.revoke' },
        { name: 'target', label: 'What', placeholder: 'key_… or acc_…' },
        { name: 'from', label: 'From', placeholder: '2026-11-01' },
        { name: 'to', label: 'To', placeholder: '2026-11-30' },
      ],
      query,
    )}
    ${
      entries.length === 0
        ? empty('No entry matches', 'Clear the filter; every change from now on appears here.')
        : table({
            caption: 'Changes, newest first',
            rows: entries,
            key: ({ id }) => String(id),
            columns: [
              { label: 'When', cell: ({ at }) => moment(at) },
              {
                label: 'Who',
                cell: ({ actor, surface }) =>
                  html`${nameOf(actor)}${surface === null || surface === 'http' ? '' : html` ${tag(surface)}`}`,
              },
              { label: 'Action', cell: ({ action }) => html`<code>${action}</code>` },
              { label: 'What', cell: ({ target }) => nameOf(target) },
              { label: 'Detail', wide: true, wraps: true, cell: ({ detail }) => detailOf(detail) },
            ],
          })
    }
    ${pager(query, next)}`
}

/** Returns the start of a day in UTC, in milliseconds; null if the text is not a day. */
function dayOf(text: string | null): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

function nameOf(id: string): Content {
  if (id.startsWith('acc_') && !id.includes('/'))
    return html`<a href=${href('/operator/account', { id })}><code>${id}</code></a>`
  return id.startsWith('key_') ? html`<a href=${href('/operator/keys', { search: id })}><code>${id}</code></a>` : id
}

function detailOf(detail: Readonly<Record<string, unknown>>): Content {
  const parts = Object.entries(detail).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return parts.length === 0 ? '–' : parts.join(', ')
}

function csv(operator: Admin, input: Parameters<Admin['audit']>[0]): TemplateResult {
  return csvButton<Entry>({
    name: 'audit',
    columns: {
      time: ({ at }) => new Date(at).toISOString(),
      actor: ({ actor }) => actor,
      action: ({ action }) => action,
      target: ({ target }) => target,
      detail: ({ detail }) => JSON.stringify(detail),
    },
    page: async (before) => {
      const { entries: rows, next } = await operator.audit({
        ...input,
        limit: 100,
        ...(before === undefined ? {} : { before: Number(before) }),
      })
      return { rows, next: next === undefined ? undefined : String(next) }
    },
  })
}
