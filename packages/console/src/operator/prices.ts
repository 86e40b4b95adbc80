// Prices: what a call of a listing costs. Prices of models are those of their channels.
import { html } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { href } from '../address.ts'
import { ask, choice, field, textIn } from '../kit/dialog.ts'
import { icon } from '../kit/icons.ts'
import { announce, empty, heading, linkButton, moment } from '../kit/parts.ts'
import { pager, table } from '../kit/table.ts'
import { listingTitles } from '../names.ts'
import { operatorClient } from '../source.ts'
import type { Stage, View } from '../view.ts'

type Price = Awaited<ReturnType<Admin['listPrices']>>['prices'][number]

const every = '*'

export const prices: View = async (stage) => {
  const operator = await operatorClient()
  const [page, listings] = await Promise.all([
    operator.listPrices({ after: stage.query.get('after') }),
    listingTitles('operator'),
  ])
  const titles = new Map(listings)
  return () => html`
    ${heading('Prices', {
      lead: 'The price of a call, in US dollars. It counts against budgets and the limits of keys. Models are priced by their channels.',
      actions: html`${linkButton(href('/operator/spending'), 'Spending', 'spending')}<button type="button" class="primary" @click=${() => void make(operator, stage)}>${icon('plus')}New price</button>`,
    })}
    ${
      page.prices.length === 0
        ? empty('No call has a price', 'Calls of APIs cost nothing until you set one.', 'npx gatehouse prices --help')
        : table({
            caption: 'Prices',
            rows: page.prices,
            key: ({ listing, endpoint }) => `${listing} ${endpoint}`,
            columns: [
              { label: 'API', cell: ({ listing }) => titles.get(listing) ?? listing },
              {
                label: 'Endpoint',
                cell: ({ endpoint, served }) =>
                  html`${endpoint === every ? 'all others' : endpoint}${served ? '' : html`<span class="sub">not served</span>`}`,
              },
              { label: 'Price of a call', numeric: true, cell: priceCell },
              { label: 'Charged for', cell: ({ embedded }) => chargedFor[embedded ? 'yes' : 'no'] },
              { label: 'Set', wide: true, cell: ({ updatedAt }) => moment(updatedAt) },
              {
                label: 'Actions',
                hidesLabel: true,
                numeric: true,
                cell: (price) =>
                  html`<button type="button" class="small" aria-label=${`Edit the price of ${nameOf(price)}`} @click=${() => void edit(operator, stage, price)}>Edit</button>
                  <button type="button" class="small destructive" aria-label=${`Remove the price of ${nameOf(price)}`} @click=${() => void remove(operator, stage, price)}>Remove</button>`,
              },
            ],
          })
    }
    ${pager(stage.query, page.next)}`
}

const priceCell = ({ usd, per, atMost }: Price) =>
  html`${usd === '0' ? 'free' : `$${usd}`}${per === undefined ? '' : html`<span class="sub">for each of ${per}, at most $${atMost}</span>`}`

const chargedFor = { no: 'Live answers', yes: 'Live and embedded answers' } as const
const nameOf = ({ listing, endpoint }: Price) => (endpoint === every ? listing : `${listing}, ${endpoint}`)

const fields = (price?: Price) => html`
  ${field('usd', 'US dollars of a call', { isRequired: true, value: price?.usd ?? '', placeholder: '0.025', pattern: '[0-9]{1,7}(\\.[0-9]{1,12})?', hint: 'Charged once when the provider answers without an error; 0 makes it free.' })}
  ${field('per', 'For each of (optional)', { value: price?.per ?? '', placeholder: '/answer/usage/units', pattern: '/(request/.+|answer(/.*)?)', hint: 'A JSON pointer to a number: into the answer, or to /request/ and a parameter or body. Leave it empty for the price of a call.' })}
  ${field('atMost', 'At most (optional)', { value: price?.atMost ?? '', placeholder: '0.5', pattern: '[0-9]{1,7}(\\.[0-9]{1,12})?', hint: 'The most dollars that one call costs, where the price is for each of something: held before the call, and charged for an answer without the number.' })}
  ${choice('embedded', 'Charged for', { values: Object.entries(chargedFor), value: price?.embedded ? 'yes' : 'no' })}`

function bodyIn(form: FormData) {
  const [per, atMost] = [textIn(form, 'per'), textIn(form, 'atMost')]
  return {
    usd: textIn(form, 'usd'),
    embedded: textIn(form, 'embedded') === 'yes',
    ...(per !== '' && { per }),
    ...(atMost !== '' && { atMost }),
  }
}

async function make(operator: Admin, { reload }: Stage): Promise<void> {
  const { apis } = await operator.listApis()
  const slugs = apis.flatMap(({ listings }) => listings.map(({ slug }) => slug)).sort()
  const isDone = await ask({
    title: 'New price',
    action: 'Save price',
    content: html`
      ${choice('listing', 'API', { values: slugs.map((slug) => [slug, slug]) })}
      ${field('endpoint', 'Endpoint', { pattern: '[\\w.\\-]+|\\*', hint: 'An operation id of its reference. Leave it empty for all endpoints without a price of their own.' })}
      ${fields()}`,
    submit: (form) =>
      operator.setPrice({
        listing: textIn(form, 'listing'),
        endpoint: textIn(form, 'endpoint') || every,
        body: bodyIn(form),
      }),
  })
  await saved(isDone, reload)
}

async function edit(operator: Admin, { reload }: Stage, price: Price): Promise<void> {
  const { listing, endpoint } = price
  const isDone = await ask({
    title: `Price of ${nameOf(price)}`,
    action: 'Save price',
    content: fields(price),
    submit: (form) => operator.setPrice({ listing, endpoint, body: bodyIn(form) }),
  })
  await saved(isDone, reload)
}

async function saved(isDone: boolean, reload: Stage['reload']): Promise<void> {
  if (!isDone) return
  announce('The price is saved and holds from the next call.')
  await reload()
}

async function remove(operator: Admin, { reload }: Stage, price: Price): Promise<void> {
  const { listing, endpoint } = price
  const isDone = await ask({
    title: `Remove the price of ${nameOf(price)}?`,
    action: 'Remove price',
    isDangerous: true,
    content: html`<p>Calls cost nothing from now on${endpoint === every ? '' : ', unless the API has a price for all its endpoints'}. What was spent stays.</p>`,
    submit: () => operator.removePrice({ listing, endpoint }),
  })
  if (!isDone) return
  announce('The price is removed.')
  await reload()
}
