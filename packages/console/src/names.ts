// Names of keys, accounts and APIs, for people: ids are shown on hover.
import { html } from 'lit-html'
import type { Filter, Suggest } from './kit/filters.ts'
import type { Content } from './kit/parts.ts'
import { type Role, self, signedIn } from './session.ts'
import { operatorClient, sourceOf } from './source.ts'

/** Names by id, as far as they were read; an id without a name stands for itself. */
const known = new Map<string, string>()
const idsPerRequest = 100

interface Named {
  readonly id: string
  readonly name: string
}

/** Remembers names that were read with their lists. */
export function remember(rows: readonly Named[]): void {
  for (const { id, name } of rows) known.set(id, name)
}

/** Reads the names of these keys and accounts, unless they are known. */
export async function loadNames(role: Role, ids: Iterable<string | null | undefined>): Promise<void> {
  const wanted = [...new Set(ids)]
    .filter((id) => typeof id === 'string')
    .filter((id) => /^(?:acc|key)_/.test(id) && !known.has(id))
  const beginning = (prefix: string) => wanted.filter((id) => id.startsWith(prefix))
  await Promise.all([
    readIn(beginning('key_'), (some) => keysOf(role, some)),
    readIn(beginning('acc_'), (some) => accountsOf(role, some)),
  ])
  for (const id of wanted) if (!known.has(id)) known.set(id, id)
}

async function readIn(ids: readonly string[], read: (some: string[]) => Promise<readonly Named[]>): Promise<void> {
  for (let from = 0; from < ids.length; from += idsPerRequest)
    remember(await read(ids.slice(from, from + idsPerRequest)))
}

async function keysOf(role: Role, ids: string[]): Promise<readonly Named[]> {
  const source = role === 'account' ? self : await operatorClient()
  return (await source.listKeys({ ids, limit: idsPerRequest })).keys
}

async function accountsOf(role: Role, ids: string[]): Promise<readonly Named[]> {
  // an account meets no other
  if (role === 'account') return signedIn.account ? [signedIn.account] : []
  return (await (await operatorClient()).listAccounts({ ids, limit: idsPerRequest })).accounts
}

/** Returns the name of a key or account, or the id if it has none that was read. */
export const nameOf = (id: string): string => known.get(id) ?? id

/** Renders the name of a key or account with its id on hover, that of an account behind its initials. */
export function named(id: string): Content {
  const name = nameOf(id)
  if (name === id) return html`<code>${id}</code>`
  return html`${id.startsWith('acc_') ? initials(name) : ''}<span title=${id}>${name}</span>`
}

/** Renders the first letters of the first two words of a name. */
export function initials(name: string): Content {
  const letters = name.split(/\s+/).flatMap((word) => [...word].slice(0, 1))
  return html`<span class="tag" aria-hidden="true">${letters.slice(0, 2).join('').toUpperCase()}</span> `
}

const shownSuggestions = 10

/** Suggests accounts by the beginning of their names. */
export const suggestAccounts: Suggest = async (search) => {
  const { accounts } = await (await operatorClient()).listAccounts({ search: search || null, limit: shownSuggestions })
  remember(accounts)
  return accounts.map(({ id, name }) => [id, name])
}

/** Suggests keys by the beginning of their names; without text the newest. */
function suggestKeys(role: Role, account?: string | null): Suggest {
  return async (text) => {
    const search = text || null
    const query = { search, sort: 'newest', limit: shownSuggestions } as const
    const { keys } =
      role === 'account'
        ? await self.listKeys(query)
        : await (await operatorClient()).listKeys({ ...query, account: account ?? null })
    remember(keys)
    return keys.map(({ id, name }) => [id, name])
  }
}

/** Suggests who is named in the audit as the author of changes: the operator, and accounts. */
export const suggestActors: Suggest = async (text) => {
  const accounts = await suggestAccounts(text)
  return orItself('operator'.startsWith(text.toLowerCase()) ? [['operator', 'operator'], ...accounts] : accounts, text)
}

/** Suggests what changes are about: accounts and keys by the beginning of their names. */
export const suggestTargets: Suggest = async (text) => {
  const [accounts, keys] = await Promise.all([suggestAccounts(text), suggestKeys('operator')(text)])
  return orItself([...accounts, ...keys], text)
}

/** Offers the text itself where nothing has such a name: authors and targets may be other words, such as a plan. */
const orItself = (found: Awaited<ReturnType<Suggest>>, text: string) =>
  found.length === 0 && text !== '' ? [[text, text] as const] : found

/** Filters by API, key and account, whose values are chosen by name. */
export async function whoFilters(
  role: Role,
  query: URLSearchParams,
): Promise<Record<'listing' | 'key' | 'account', Filter>> {
  const [values] = await Promise.all([listingTitles(role), loadNames(role, [query.get('key'), query.get('account')])])
  const shown = (name: string) => {
    const id = query.get(name)
    return id === null ? undefined : nameOf(id)
  }
  return {
    listing: { name: 'listing', label: 'API', values },
    key: {
      name: 'key',
      label: 'Key',
      placeholder: 'Name',
      suggest: suggestKeys(role, query.get('account')),
      shown: shown('key'),
    },
    account: {
      name: 'account',
      label: 'Account',
      placeholder: 'Name',
      suggest: suggestAccounts,
      shown: shown('account'),
    },
  }
}

/** Returns slug and title of the APIs that gateway keys open, in order of title. */
export async function hostedTitles(role: Role): Promise<readonly (readonly [string, string])[]> {
  const listings =
    role === 'account'
      ? (await self.listListings()).listings
      : (await (await operatorClient()).listApis()).apis
          .filter(({ surface }) => surface === 'hosted')
          .flatMap(({ listings: some }) => some)
  return inOrder(listings)
}

const inOrder = (listings: readonly { readonly slug: string; readonly title: string }[]) =>
  listings
    .map(({ slug, title }) => [slug, title] as const)
    .sort(([, left], [, right]) => left.localeCompare(right, 'en'))

const titles = new Map<Role, Promise<readonly (readonly [string, string])[]>>()

/** Returns slug and title of every listing, in order of title; read once. */
export async function listingTitles(role: Role): Promise<readonly (readonly [string, string])[]> {
  const read = async () => {
    const { listings } = await (await sourceOf(role)).health()
    return inOrder(listings)
  }
  const reading = titles.get(role) ?? read()
  titles.set(role, reading)
  try {
    return await reading
  } catch (error) {
    titles.delete(role)
    throw error
  }
}
