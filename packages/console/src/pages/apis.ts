// The account's APIs: who answers each, how well, and what is missing.
import { html } from 'lit-html'
import { href } from '../address.ts'
import { filters } from '../kit/filters.ts'
import { count, milliseconds, percent } from '../kit/format.ts'
import { type Content, empty, heading } from '../kit/parts.ts'
import { sorted, table } from '../kit/table.ts'
import { self } from '../session.ts'
import type { View } from '../view.ts'
import { answeredBy, healthState, keyState, type Listing, type ListingHealth, sumOf } from './listing-states.ts'

interface Row {
  readonly listing: Listing
  readonly health: ListingHealth | undefined
}

export const apis: View = async ({ query }) => {
  const [{ listings }, { listings: healths }] = await Promise.all([self.listListings(), self.health()])
  const bySlug = new Map(healths.map((one) => [one.slug, one]))
  const wanted = (query.get('search') ?? '').toLowerCase()
  const by = query.get('provider')
  const rows = listings
    .filter(
      ({ title, slug, provider }) =>
        `${title} ${slug}`.toLowerCase().includes(wanted) && (by === null || provider === by),
    )
    .map((listing): Row => ({ listing, health: bySlug.get(listing.slug) }))
  const sort = query.get('sort') ?? 'title'
  const shown = sorted(rows, sort, {
    title: ({ listing }) => listing.title,
    calls: ({ health }) => sumOf(health).calls,
    endpoints: ({ listing }) => listing.endpoints,
  })
  return () => html`
    ${heading('APIs', { lead: 'Who answers your calls to each API, and how that went in the last hour.' })}
    ${filters(
      [
        { name: 'search', label: 'Name or slug' },
        {
          name: 'provider',
          label: 'Answered by',
          values: [
            ['embedded', 'Embedded'],
            ['live', 'Live'],
          ],
        },
      ],
      query,
    )}
    ${
      shown.length === 0
        ? empty('No API matches', 'Clear the filter to see all of them.')
        : table({
            caption: `${count(shown.length)} APIs`,
            rows: shown,
            key: ({ listing }) => listing.slug,
            sort,
            columns: [
              {
                label: 'API',
                sort: 'title',
                cell: ({ listing }) =>
                  html`<a href=${href('/api', { slug: listing.slug })}>${listing.title}</a><span class="sub">${listing.slug}</span>`,
              },
              { label: 'Answered by', cell: ({ listing }) => answeredBy(listing) },
              { label: 'Last hour', cell: ({ health }) => healthState(health) },
              { label: 'Calls', numeric: true, sort: 'calls', cell: (row) => callsCell(row) },
              {
                label: 'Failed',
                numeric: true,
                wide: true,
                cell: ({ health }) => percent(sumOf(health).failed, sumOf(health).calls),
              },
              { label: 'p95', numeric: true, wide: true, cell: ({ health }) => milliseconds(sumOf(health).p95) },
              { label: 'Provider key', wide: true, cell: ({ listing }) => keyState(listing) },
              {
                label: 'Endpoints',
                numeric: true,
                wide: true,
                sort: 'endpoints',
                cell: ({ listing }) => html`<a href=${`/docs/${listing.slug}`}>${listing.endpoints}</a>`,
              },
            ],
          })
    }`
}

function callsCell({ listing, health }: Row): Content {
  const { calls } = sumOf(health)
  return calls === 0 ? '0' : html`<a href=${href('/calls', { listing: listing.slug, range: '1h' })}>${count(calls)}</a>`
}
