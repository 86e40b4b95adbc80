// Provider keys: the stored keys and their acceptance by providers; store, verify, remove.
import { html, nothing } from 'lit-html'
import type { ListProviderKeysOutput, VerifyProviderKeyOutput } from '../../../client/own/mod.ts'
import { href } from '../address.ts'
import { show } from '../kit/dialog.ts'
import { filters } from '../kit/filters.ts'
import { announce, type Content, empty, heading, moment, note, state } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { removeKey, storeKey } from '../provider-key-actions.ts'
import { refusalOf } from '../refusal.ts'
import { self } from '../session.ts'
import type { Stage, View } from '../view.ts'

type Stored = ListProviderKeysOutput['providerKeys'][number]
interface Row {
  readonly slug: string
  readonly title: string
  readonly isOptional: boolean
  readonly keyParts: readonly string[] | undefined
  readonly stored: Stored | undefined
}

export const providerKeys: View = async (stage) => {
  const { query } = stage
  const [{ listings }, { providerKeys: all }] = await Promise.all([self.listListings(), self.listProviderKeys()])
  const rows = new Map<string, Row>()
  for (const { api, title, auth, providerKey, keyParts } of listings)
    if (providerKey !== null && !rows.has(api)) {
      const stored = all.find(({ slug }) => slug === api)
      rows.set(api, { slug: api, title, isOptional: auth === 'optional', keyParts, stored })
    }
  const wanted = query.get('slug')
  const word = query.get('state')
  const shown = [...rows.values()].filter(
    (row) => (wanted === null || row.slug === wanted) && (word === null || wordOf(row) === word),
  )
  const titles = [...rows.values()]
    .map(({ slug, title }) => [slug, title] as const)
    .sort(([, left], [, right]) => left.localeCompare(right, 'en'))
  const verify = async (row: Row) => {
    announce(`Asking the provider of ${row.title} …`)
    try {
      await show(`Key of ${row.title}`, verdict(row, await self.verifyProviderKey({ slug: row.slug })), 'Close')
    } catch (error) {
      await show(`Key of ${row.title}`, note('bad', refusalOf(error).message), 'Close')
    }
    await stage.reload()
  }
  return () => html`
    ${heading('Provider keys', { lead: 'Your own keys at the providers. They are sealed in the vault and added to your calls; no answer ever shows one.' })}
    ${filters(
      [
        { name: 'slug', label: 'API', values: titles },
        {
          name: 'state',
          label: 'State',
          values: [
            ['stored', 'Stored'],
            ['placeholder', 'Placeholder'],
            ['missing', 'Missing'],
          ],
        },
      ],
      query,
    )}
    ${
      shown.length === 0
        ? empty('No API matches', 'Clear the filter to see every API that takes a key of yours.')
        : table({
            caption: 'Provider keys by API',
            rows: shown,
            key: ({ slug }) => slug,
            columns: [
              {
                label: 'API',
                cell: ({ slug, title }) =>
                  html`<a href=${href('/api', { slug })}>${title}</a><span class="sub">${slug}</span>`,
              },
              { label: 'State', cell: (row) => keyWord(row) },
              {
                label: 'Key ends with',
                wide: true,
                cell: ({ stored }) => hints(stored),
              },
              {
                label: 'Stored',
                wide: true,
                cell: ({ stored }) => (stored && !stored.placeholder ? moment(stored.updatedAt) : '–'),
              },
              {
                label: 'Last accepted',
                cell: ({ stored }) => (stored && !stored.placeholder ? moment(stored.verifiedAt) : '–'),
              },
              { label: 'Actions', hidesLabel: true, numeric: true, cell: (row) => buttons(row, stage, verify) },
            ],
          })
    }`
}

function wordOf({ stored }: Row): 'stored' | 'placeholder' | 'missing' {
  if (!stored) return 'missing'
  return stored.placeholder ? 'placeholder' : 'stored'
}

function hints(stored: Stored | undefined): Content {
  if (stored?.parts)
    return stored.parts.map(
      ({ name, hint }) => html`<span class="sub">${name}: ${hint === '' ? '–' : html`<code>…${hint}</code>`}</span>`,
    )
  return stored && !stored.placeholder && stored.hint ? html`<code>…${stored.hint}</code>` : '–'
}

function keyWord(row: Row): Content {
  const word = wordOf(row)
  if (word === 'stored') return state('good', 'Stored')
  if (word === 'placeholder')
    return state('off', 'Placeholder', 'Created at the first start; the embedded provider answers')
  return row.isOptional ? state('off', 'Optional') : state('warn', 'Missing')
}

function buttons(row: Row, stage: Stage, verify: (row: Row) => Promise<void>): Content {
  const isStored = wordOf(row) === 'stored'
  return html`<div class="actions">
    ${isStored ? html`<button type="button" class="small" aria-label=${`Verify: ${row.title} key`} @click=${() => void verify(row)}>Verify</button>` : nothing}
    <button type="button" class="small" aria-label=${`${isStored ? 'Replace' : 'Store key'}: ${row.title}`} @click=${() => void storeKey(row, stage)}>${isStored ? 'Replace' : 'Store key'}</button>
    ${isStored ? html`<button type="button" class="small destructive" aria-label=${`Remove: ${row.title} key`} @click=${() => void removeKey(row, stage)}>Remove</button>` : nothing}
  </div>`
}

function verdict({ title }: Row, { verdict: word, status }: VerifyProviderKeyOutput): Content {
  if (word === 'accepted') return note('good', `The provider of ${title} accepts the key.`)
  if (word === 'refused') return note('bad', `The provider of ${title} refuses the key (${status}). Store another one.`)
  return note('warn', `The provider of ${title} answered ${status}, which says nothing about the key. Try again later.`)
}
