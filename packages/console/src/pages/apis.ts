// The account's APIs: the provider of each, its health, and missing settings.
import { html } from 'lit-html'
import { href } from '../address.ts'
import { ask, choice, textIn } from '../kit/dialog.ts'
import { filters } from '../kit/filters.ts'
import { count, milliseconds, percent } from '../kit/format.ts'
import { announce, type Content, empty, heading } from '../kit/parts.ts'
import { sorted, table } from '../kit/table.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'
import {
  answeredBy,
  healthState,
  keyState,
  type Listing,
  type ListingHealth,
  marketListings,
  sumOf,
} from './listing-states.ts'

interface Row {
  readonly listing: Listing
  readonly health: ListingHealth | undefined
}

export const apis: View = async (stage) => {
  const { query } = stage
  const [{ listings }, { listings: healths }] = await Promise.all([self.listListings(), self.health()])
  const bySlug = new Map(healths.map((one) => [one.slug, one]))
  const wanted = (query.get('search') ?? '').toLowerCase()
  const by = query.get('provider')
  const rows = [...listings, ...marketListings(listings, healths)]
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
    ${heading('APIs', {
      lead: 'Which provider serves each API, and how it performed in the last hour.',
      actions: html`<button type="button" @click=${() => void chooseForAll(stage)}>Choose for all</button>`,
    })}
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
                cell: ({ listing }) => html`<a href=${`/docs/${listing.slug}`}>${listing.endpoints || 'Reference'}</a>`,
              },
            ],
          })
    }`
}

async function chooseForAll({ reload }: Stage): Promise<void> {
  const { account } = await self.me()
  const isDone = await ask({
    title: 'Who answers all APIs',
    action: 'Save',
    content: html`${choice('provider', 'Provider', {
      value: account.provider ?? 'live',
      values: [
        ['embedded', 'Embedded: the gateway itself, offline'],
        ['live', 'Live: the real providers'],
      ],
      hint: 'Replaces what was chosen for single APIs. Live calls to some APIs need your provider key.',
    })}`,
    submit: (form) =>
      self.chooseDefaultProvider({
        body: { provider: textIn(form, 'provider') === 'live' ? 'live' : 'embedded' },
      }),
  })
  if (!isDone) return
  announce('Saved who answers all APIs.')
  await reload()
}

function callsCell({ listing, health }: Row): Content {
  const { calls } = sumOf(health)
  return calls === 0 ? '0' : html`<a href=${href('/calls', { listing: listing.slug, range: '1h' })}>${count(calls)}</a>`
}
