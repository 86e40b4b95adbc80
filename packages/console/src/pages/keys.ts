// Keys: their states (valid, unused, expiring, unrestricted), and creating, restricting, rotating, disabling and
// revoking them. An account sees its own, the operator those of all accounts.
import { html, nothing, type TemplateResult } from 'lit-html'
import { href, withQuery } from '../address.ts'
import { csvButton } from '../kit/export.ts'
import { chosen, type Filter, filters } from '../kit/filters.ts'
import { ago, count } from '../kit/format.ts'
import { icon } from '../kit/icons.ts'
import { type Content, empty, heading, moment, state } from '../kit/parts.ts'
import { type Column, pager, table } from '../kit/table.ts'
import { hostedTitles, loadNames, named, remember, whoFilters } from '../names.ts'
import type { Role } from '../session.ts'
import type { Stage, View } from '../view.ts'
import { keyActions } from './key-actions.ts'
import { type KeyQuery, type KeyRow, type KeySource, keySourceOf } from './key-source.ts'

const rowsPerPage = 50
const soonMs = 14 * 24 * 3_600_000

export const keys: View = async (stage) => {
  const { role, query } = stage
  const source = await keySourceOf(role)
  const input = inputOf(query, role)
  const [page, who, apis, sandboxes] = await Promise.all([
    source.list({ ...input, limit: rowsPerPage, after: query.get('after') }),
    whoFilters(role, query),
    hostedTitles(role),
    source.sandboxes(),
  ])
  remember(page.keys)
  await loadNames(
    role,
    page.keys.map(({ account }) => account),
  )
  const titles = new Map(apis)
  const actions = keyActions(source, stage, { apis, sandboxes })
  return () => html`
    ${heading('Keys', {
      lead:
        role === 'account'
          ? 'Keys of your account. A key is shown once, when it is created; the gateway keeps only a hash of it.'
          : 'Keys of all accounts.',
      actions: html`${csv(source, input)}<button type="button" class="primary" @click=${() => actions.make(query.get('account') ?? '')}>${icon('plus')}New key</button>`,
    })}
    ${filters(filterList(role, who.account), query)}
    ${
      page.keys.length === 0
        ? none(query, role)
        : table({
            caption: 'Keys',
            rows: page.keys,
            key: ({ id }) => id,
            columns: columns(stage, actions, titles),
          })
    }
    ${pager(query, page.next)}`
}

function inputOf(query: URLSearchParams, role: Role): KeyQuery {
  return {
    search: query.get('search'),
    state: chosen(query, 'state', ['works', 'disabled', 'expired', 'revoked']),
    sort: chosen(query, 'sort', ['expires', 'used']) ?? 'newest',
    ...(role === 'operator' ? { account: query.get('account') } : {}),
  }
}

function filterList(role: Role, account: Filter): Filter[] {
  return [
    { name: 'search', label: 'Name', placeholder: 'Name or id' },
    {
      name: 'state',
      label: 'State',
      values: [
        ['works', 'Active'],
        ['disabled', 'Disabled'],
        ['expired', 'Expired'],
        ['revoked', 'Revoked'],
      ],
    },
    ...(role === 'operator' ? [account] : []),
    {
      name: 'sort',
      label: 'Order',
      fallback: 'newest',
      values: [
        ['newest', 'Newest first'],
        ['expires', 'Expiring first'],
        ['used', 'Longest unused first'],
      ],
    },
  ]
}

type Actions = ReturnType<typeof keyActions>

type Titles = ReadonlyMap<string, string>

function columns({ role }: Stage, actions: Actions, titles: Titles): Column<KeyRow>[] {
  const at = role === 'operator' ? '/operator' : ''
  return [
    {
      label: 'Name',
      cell: (key) =>
        html`<span title=${key.id}>${key.name}</span>${key.current ? html` <span class="tag">this tab</span>` : nothing}`,
    },
    { label: 'State', cell: (key) => keyState(key) },
    ...(role === 'operator'
      ? [
          {
            label: 'Account',
            wide: true,
            cell: ({ account = '' }: KeyRow) =>
              html`<a href=${href('/operator/account', { id: account })}>${named(account)}</a>`,
          },
        ]
      : []),
    { label: 'Access', wide: true, wraps: true, cell: (key) => reach(key, titles) },
    {
      label: 'Last used',
      cell: ({ id, lastUsedAt }) =>
        lastUsedAt === null
          ? moment(null)
          : html`<a href=${href(`${at}/calls`, { key: id, range: '7d' })} title="Show its calls">${moment(lastUsedAt)}</a>`,
    },
    { label: 'Expires', wide: true, cell: ({ expiresAt }) => moment(expiresAt) },
    { label: 'Created', wide: true, cell: ({ createdAt }) => moment(createdAt) },
    { label: 'Actions', hidesLabel: true, numeric: true, cell: (key) => buttons(key, actions) },
  ]
}

const agentWords = { off: 'not for agents', read: 'agents read', write: 'agents read and write' } as const

function keyState({ revokedAt, enabled, expiresAt, previousUntil }: KeyRow): Content {
  const now = Date.now()
  if (revokedAt !== null) return state('off', 'Revoked', ago(revokedAt))
  if (!enabled) return state('warn', 'Disabled')
  if (expiresAt !== null && expiresAt <= now) return state('bad', 'Expired', ago(expiresAt))
  if (expiresAt !== null && expiresAt - now < soonMs) return state('warn', 'Expires soon', ago(expiresAt))
  const grace =
    previousUntil !== null && previousUntil > now
      ? html`<span class="sub">previous until ${ago(previousUntil)}</span>`
      : nothing
  return html`${state('good', 'Active')}${grace}`
}

function reach({ surface, scopes, addresses, limits, agent, sandbox }: KeyRow, titles: Titles): Content {
  const what =
    surface === 'market'
      ? 'item market'
      : scopes === null
        ? 'every API'
        : scopes.map(({ slug }) => titleOf(slug, titles)).join(', ') || 'nothing'
  return html`${what}${surface === 'market' ? nothing : html`<span class="sub">${agentWords[agent]}</span>`}${addresses === null ? nothing : html`<span class="sub">from ${addresses.join(', ')}</span>`}${sandbox === null ? nothing : html`<span class="sub">in sandbox ${sandbox}</span>`}${limits === null ? nothing : html`<span class="sub">${limitWords(limits)}</span>`}`
}

const titleOf = (slug: string, titles: Titles) => (slug === 'me' ? 'the account itself' : (titles.get(slug) ?? slug))

function limitWords({ perMinute, perDay, usdPerDay = null }: NonNullable<KeyRow['limits']>): string {
  return [
    perMinute === null ? '' : `${count(perMinute)} a minute`,
    perDay === null ? '' : `${count(perDay)} a day`,
    usdPerDay === null ? '' : `$${usdPerDay} a day`,
  ]
    .filter(Boolean)
    .join(', ')
}

function buttons(key: KeyRow, actions: Actions): TemplateResult {
  if (key.revokedAt !== null) return html`–`
  const button = (text: string, act: () => void, kind = '') =>
    html`<button type="button" class="small ${kind}" aria-label=${`${text} ${key.name}`} @click=${act}>${text}</button>`
  return html`<div class="actions">
    ${button('Edit', () => actions.edit(key))} ${button('Rotate', () => actions.rotate(key))} ${button('Revoke', () => actions.revoke(key), 'destructive')}
  </div>`
}

function none(query: URLSearchParams, role: Role): TemplateResult {
  if (query.size > 0)
    return empty(
      'No key matches',
      html`<a href=${withQuery({ search: undefined, state: undefined, account: undefined })}>Clear the filter</a> to see all keys.`,
    )
  return empty(
    'No keys',
    'Create one with “New key”, or from a shell:',
    role === 'account'
      ? `curl -X POST -H "x-gateway-key: $KEY" -d '{"name":"CI"}' -H 'content-type: application/json' ${location.origin}/v1/me/keys`
      : 'npx gatehouse keys create --help',
  )
}

function csv(source: KeySource, input: KeyQuery): TemplateResult {
  const time = (at: number | null) => (at === null ? '' : new Date(at).toISOString())
  return csvButton<KeyRow>({
    name: 'keys',
    columns: {
      id: ({ id }) => id,
      name: ({ name }) => name,
      account: ({ account }) => account,
      surface: ({ surface }) => surface,
      agent: ({ agent }) => agent,
      scopes: ({ scopes }) => scopes?.map(({ slug }) => slug).join(' ') ?? '*',
      enabled: ({ enabled }) => enabled,
      created: ({ createdAt }) => time(createdAt),
      last_used: ({ lastUsedAt }) => time(lastUsedAt),
      sandbox: ({ sandbox }) => sandbox ?? '',
      expires: ({ expiresAt }) => time(expiresAt),
      revoked: ({ revokedAt }) => time(revokedAt),
    },
    page: async (after) => {
      const { keys: rows, next } = await source.list({ ...input, limit: 100, after: after ?? null })
      return { rows, next }
    },
  })
}
