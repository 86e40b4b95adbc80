// APIs for the operator: their features, and the health of their providers across all accounts.
import { html, nothing } from 'lit-html'
import { href } from '../address.ts'
import { statusState } from '../kit/call-states.ts'
import { filters } from '../kit/filters.ts'
import { count, milliseconds, percent } from '../kit/format.ts'
import { empty, heading, moment, tag } from '../kit/parts.ts'
import { sorted, table } from '../kit/table.ts'
import { healthState, sumOf } from '../pages/listing-states.ts'
import { operatorClient } from '../source.ts'
import type { View } from '../view.ts'

export const apis: View = async ({ query }) => {
  const operator = await operatorClient()
  const [{ apis: all }, { listings: healths }] = await Promise.all([operator.listApis(), operator.health()])
  const search = (query.get('search') ?? query.get('slug') ?? '').toLowerCase()
  const wanted = query.get('state')
  const rows = all
    .flatMap((api) =>
      api.listings.map(({ slug, title }) => ({ api, slug, title, health: healths.find((one) => one.slug === slug) })),
    )
    .filter(
      ({ slug, title, health }) =>
        `${slug} ${title}`.toLowerCase().includes(search) && (wanted === null || (health?.state ?? 'idle') === wanted),
    )
  const sort = query.get('sort') ?? 'title'
  const shown = sorted(rows, sort, {
    title: ({ title }) => title,
    calls: ({ health }) => sumOf(health).calls,
    failed: ({ health }) => sumOf(health).failed,
  })
  return () => html`
    ${heading('APIs', { lead: 'Every listing, what can answer it, and how the last hour went for all accounts together.' })}
    ${filters(
      [
        { name: 'search', label: 'Name or slug' },
        {
          name: 'state',
          label: 'State',
          values: [
            ['ok', 'Works'],
            ['failing', 'Failing'],
            ['down', 'Down'],
            ['idle', 'No calls'],
          ],
        },
      ],
      query,
    )}
    ${
      shown.length === 0
        ? empty('No API matches', 'Clear the filter to see all of them.')
        : table({
            caption: 'APIs',
            rows: shown,
            key: ({ slug }) => slug,
            sort,
            columns: [
              {
                label: 'API',
                sort: 'title',
                cell: ({ title, slug }) =>
                  html`<a href=${`/docs/${slug}`}>${title}</a><span class="sub">${slug}</span>`,
              },
              {
                label: 'Last hour',
                cell: ({ health }) =>
                  html`${healthState(health)}${health?.circuit === 'open' ? html`<span class="sub">asked again ${moment(health.resumesAt)}</span>` : nothing}`,
              },
              {
                label: 'Calls',
                numeric: true,
                sort: 'calls',
                cell: ({ slug, health }) =>
                  sumOf(health).calls === 0
                    ? '0'
                    : html`<a href=${href('/operator/calls', { listing: slug, range: '1h' })}>${count(sumOf(health).calls)}</a>`,
              },
              {
                label: 'Failed',
                numeric: true,
                sort: 'failed',
                cell: ({ health }) => percent(sumOf(health).failed, sumOf(health).calls),
              },
              { label: 'p95', numeric: true, wide: true, cell: ({ health }) => milliseconds(sumOf(health).p95) },
              {
                label: 'Last failure',
                wide: true,
                cell: ({ health }) =>
                  health?.lastError
                    ? html`<a href=${href('/operator/call', { id: health.lastError.id })}>${moment(health.lastError.at)}</a>${statusState(health.lastError)}`
                    : '–',
              },
              {
                label: 'Providers',
                wide: true,
                cell: ({ api }) =>
                  html`${api.state}${api.imports === null ? nothing : html` ${tag('imports', api.imports)}`}`,
              },
            ],
          })
    }`
}
