// One API: its provider and health, its recorded answers, its provider key, and its operations to read and to try.
import { html, nothing, type TemplateResult } from 'lit-html'
import { href } from '../address.ts'
import { statusState } from '../kit/call-states.ts'
import { ask, choice, textIn } from '../kit/dialog.ts'
import { filters } from '../kit/filters.ts'
import { count, milliseconds, percent } from '../kit/format.ts'
import { announce, type Content, empty, facts, heading, linkButton, moment, note, section } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { removeKey, storeKey } from '../provider-key-actions.ts'
import { readApi } from '../reference/index-file.ts'
import { search } from '../reference/search.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'
import { answersSection } from './answer-settings.ts'
import {
  answeredBy,
  healthState,
  keyState,
  type Listing,
  type ListingHealth,
  marketListings,
} from './listing-states.ts'

export const oneApi: View = async (stage) => {
  const slug = stage.query.get('slug') ?? ''
  const [{ listings }, { listings: healths }, api] = await Promise.all([
    self.listListings(),
    self.health(),
    readApi(slug),
  ])
  const market = marketListings(listings, healths)
  const listing = [...listings, ...market].find((one) => one.slug === slug)
  if (!listing || !api) return () => unknown(slug)
  const own = listings.find((one) => one.slug === slug)
  const health = healths.find((one) => one.slug === slug)
  const words = stage.query.get('search') ?? ''
  const operations = words === '' ? api.operations : search([api], words).map(({ operation }) => operation)
  return () => html`
    ${heading(listing.title, {
      lead: api.summary,
      actions: html`${linkButton(`/docs/${slug}`, 'Reference', 'reference')}<a class="button primary" href=${href('/try', { slug })}>Try a call</a>`,
    })}
    ${api.sample === undefined || listing.provider === 'live' ? nothing : note('info', `The embedded provider answers from sample data: ${api.sample}`)}
    ${market.some((one) => one.slug === slug) ? note('info', html`The item market has its own address, and keys of its own: <a href=${href('/keys')}>make a market key</a>.`) : nothing}
    ${section('Who answers', provider({ ...listing, endpoints: api.operations.length }, stage))}
    ${own ? answersSection(own, stage) : nothing}
    ${section('Last hour', healthTable(health), { actions: html`<a class="button small" href=${href('/calls', { listing: slug })}>Its calls</a><a class="button small" href=${href('/usage', { listing: slug, group: 'endpoint' })}>Its usage</a>` })}
    ${section(
      'Operations',
      html`${filters([{ name: 'search', label: 'Search' }], stage.query)}
        ${
          operations.length === 0
            ? empty('No operation matches these words', 'Try fewer or other words.')
            : table({
                caption: `${count(operations.length)} operations`,
                rows: operations,
                key: ({ id }) => id,
                columns: [
                  {
                    label: 'Operation',
                    cell: ({ id, summary }) => html`<a href=${href('/try', { slug, operation: id })}>${summary}</a>`,
                  },
                  {
                    label: 'Call',
                    cell: ({ method, path }) => html`<code><span class="verb">${method}</span>${path}</code>`,
                  },
                  {
                    label: 'Calls',
                    wide: true,
                    cell: ({ id }) => html`<a href=${href('/calls', { listing: slug, endpoint: id })}>Show</a>`,
                  },
                  { label: 'Read', wide: true, cell: ({ id }) => html`<a href=${`/docs/${slug}#${id}`}>Reference</a>` },
                ],
              })
        }`,
    )}`
}

function unknown(slug: string): TemplateResult {
  return html`${heading('No such API')}${empty(`This gateway has no API “${slug}”`, html`See <a href=${href('/apis')}>all APIs</a>.`)}`
}

function provider(listing: Listing, stage: Stage): Content {
  const api = { slug: listing.api, title: listing.title, keyParts: listing.keyParts }
  const isStored = listing.providerKey === 'stored'
  return html`<div class="panel stack">
    ${facts([
      ['Answered by', answeredBy(listing)],
      ['Provider key', keyState(listing)],
      ['Endpoints', count(listing.endpoints)],
    ])}
    <div class="actions">
      ${canChoose(listing) ? html`<button type="button" @click=${() => void chooseProvider(listing, stage)}>Choose who answers</button>` : nothing}
      ${listing.providerKey === null ? nothing : html`<button type="button" @click=${() => void storeKey(api, stage)}>${isStored ? 'Replace provider key' : 'Store provider key'}</button>`}
      ${isStored ? html`<button type="button" class="destructive" @click=${() => void removeKey(api, stage)}>Remove provider key</button>` : nothing}
    </div>
    ${canChoose(listing) ? nothing : html`<p class="muted">${whyNoChoice(listing)}</p>`}
  </div>`
}

function canChoose({ embedded, live }: Listing): boolean {
  return embedded && live
}

function whyNoChoice({ live }: Listing): string {
  return live
    ? 'There is no embedded provider: calls always go to the provider.'
    : 'There is no live provider: the gateway itself answers.'
}

async function chooseProvider(listing: Listing, { reload }: Stage): Promise<void> {
  const isDone = await ask({
    title: `Who answers ${listing.title}`,
    action: 'Save',
    content: html`${choice('provider', 'Provider', {
      value: listing.provider,
      values: [
        ['embedded', 'Embedded: the gateway itself, offline'],
        ['live', 'Live: the real provider'],
      ],
      hint:
        listing.auth === 'own' && listing.providerKey !== 'stored'
          ? 'Live calls need your provider key: store one first.'
          : 'A single call can ask for the other one with the header x-gateway-provider.',
    })}`,
    submit: (form) =>
      self.chooseProvider({
        slug: listing.slug,
        body: { provider: textIn(form, 'provider') === 'live' ? 'live' : 'embedded' },
      }),
  })
  if (!isDone) return
  announce(`Saved who answers ${listing.title}.`)
  await reload()
}

function healthTable(health: ListingHealth | undefined): Content {
  const parts = [
    { name: 'Live', sums: health?.live },
    { name: 'Embedded', sums: health?.embedded },
    { name: 'Recorded answers', sums: health?.replay },
    { name: 'Gateway', sums: health?.gateway },
  ].filter(({ sums }) => sums !== null && sums !== undefined)
  const last = health?.lastError
  return html`<div class="stack">
    <p>${healthState(health)}${health?.circuit === 'open' ? html` · its provider is not asked again before ${moment(health.resumesAt)}` : nothing}
    ${last ? html` · last failure ${moment(last.at)}: ${statusState(last)} <a href=${href('/call', { id: last.id })}>the call</a>` : nothing}</p>
    ${
      parts.length === 0
        ? empty('No calls in the last hour', 'Try one, and it appears here within a few seconds.')
        : table({
            caption: 'Calls of the last hour by who answered',
            rows: parts,
            key: ({ name }) => name,
            columns: [
              { label: 'Answered by', cell: ({ name }) => name },
              {
                label: 'Calls',
                numeric: true,
                cell: ({ sums }) =>
                  html`<a href=${href('/calls', { listing: health?.slug, range: '1h' })}>${count(sums?.calls ?? 0)}</a>`,
              },
              { label: 'Failed', numeric: true, cell: ({ sums }) => percent(sums?.failed ?? 0, sums?.calls ?? 0) },
              { label: 'Median', numeric: true, cell: ({ sums }) => milliseconds(sums?.p50) },
              { label: 'p95', numeric: true, cell: ({ sums }) => milliseconds(sums?.p95) },
            ],
          })
    }
  </div>`
}
