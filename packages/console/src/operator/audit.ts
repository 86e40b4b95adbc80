// Audit: changes with their authors, newest first.
import { html, nothing, type TemplateResult } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { csvButton } from '../kit/export.ts'
import { filters } from '../kit/filters.ts'
import { type Content, empty, exact, heading, tag } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { loadNames, named, nameOf as plainName, suggestActors, suggestTargets } from '../names.ts'
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
  await loadNames('operator', [input.actor, input.target, ...entries.flatMap(idsIn)])
  const shown = (name: 'actor' | 'target') => {
    const id = input[name]
    return id === null ? undefined : plainName(id)
  }
  return () => html`
    ${heading('Audit', { lead: 'Who changed what. Entries are written with each change and never edited.', actions: csv(operator, input) })}
    ${filters(
      [
        {
          name: 'actor',
          label: 'Who',
          placeholder: 'operator, or a name',
          suggest: suggestActors,
          shown: shown('actor'),
        },
        { name: 'action', label: 'Action', placeholder: 'key. or key.revoke', pattern: '[\\w.\\-]*' },
        {
          name: 'target',
          label: 'What',
          placeholder: 'Name of a key or account',
          suggest: suggestTargets,
          shown: shown('target'),
        },
        { name: 'from', label: 'From', type: 'date' },
        { name: 'to', label: 'To', type: 'date' },
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
              { label: 'When', cell: ({ at }) => exact(at) },
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

/** Returns whatever may be an id in an entry. */
function idsIn({ actor, target, detail }: Entry): string[] {
  return [actor, ...target.split('/'), ...Object.values(detail).filter((value) => typeof value === 'string')]
}

/** Returns the start of a day in UTC, in milliseconds; null if the text is not a day. */
function dayOf(text: string | null): number | null {
  const at = Date.parse(text ?? '')
  return Number.isNaN(at) ? null : at
}

function nameOf(id: string): Content {
  const [first = '', ...rest] = id.split('/')
  const more = rest.length === 0 ? nothing : ` / ${rest.join('/')}`
  if (first.startsWith('acc_'))
    return html`<a href=${href('/operator/account', { id: first })}>${named(first)}</a>${more}`
  return first.startsWith('key_')
    ? html`<a href=${href('/operator/keys', { search: first })}>${named(first)}</a>${more}`
    : id
}

function detailOf(detail: Readonly<Record<string, unknown>>): Content {
  const parts = Object.entries(detail).map(([name, value], at): Content => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return html`${at === 0 ? '' : ', '}${name}: ${/^(?:acc|key)_/.test(text) ? named(text) : text}`
  })
  return parts.length === 0 ? '–' : parts
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
