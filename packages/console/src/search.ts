// Search over the whole console: its pages, APIs and their operations, and ids of calls, keys and accounts.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { href, pathOf } from './address.ts'
import { openDialog } from './kit/dialog.ts'
import { type IndexedApi, readIndex } from './reference/index-file.ts'
import { search } from './reference/search.ts'
import { groups, matchOf } from './routes.ts'
import { isSignedIn, type Role } from './session.ts'

interface Hit {
  readonly address: string
  readonly title: string
  readonly about: string
}

const shownOfAKind = 7
let isOpen = false

/** Opens the search; it closes when a hit is followed. */
export function openSearch(words: readonly string[]): void {
  if (isOpen) return
  isOpen = true
  const { role } = matchOf(words)
  const dialog = document.createElement('dialog')
  let text = ''
  let apis: readonly IndexedApi[] = []
  const draw = () => render(view(hitsFor(text, role, apis), text), dialog)
  const view = (hits: readonly Hit[], typed: string): TemplateResult => html`
    <h2 id="dialog-title" class="reader">Search</h2>
    <form @submit=${follow} @keydown=${move}>
      <input type="search" aria-label="Search pages, APIs, operations and ids" placeholder="Pages, APIs, operations, ids" autocomplete="off" spellcheck="false" autofocus @input=${type} />
      <ul class="hits" @click=${() => dialog.close()}>
        ${hits.map(({ address, title, about }) => html`<li><a href=${address}><span>${title}</span><small>${about}</small></a></li>`)}
      </ul>
      <p class="muted" role="status">${hits.length > 0 || typed === '' ? nothing : 'Nothing has these words.'}</p>
    </form>`
  const type = ({ target }: Event) => {
    if (target instanceof HTMLInputElement) text = target.value.trim()
    draw()
  }
  const links = () => [...dialog.querySelectorAll<HTMLElement>('.hits a')]
  const follow = (event: Event) => {
    event.preventDefault()
    links().at(0)?.click()
  }
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const stops: (Element | null)[] = [dialog.querySelector('input'), ...links()]
    const next = stops.at((stops.indexOf(document.activeElement) + step + stops.length) % stops.length)
    if (next instanceof HTMLElement) next.focus()
  }
  dialog.classList.add('search')
  openDialog(dialog, draw, () => {
    isOpen = false
  })
  void readIndex().then(
    (read) => {
      apis = read
      draw()
    },
    // pages and ids are still found
    () => {},
  )
}

function hitsFor(text: string, role: Role, apis: readonly IndexedApi[]): Hit[] {
  const wanted = text.toLowerCase()
  const pages = (['account', 'operator'] as const)
    .filter(isSignedIn)
    .toSorted((one) => (one === role ? -1 : 1))
    .flatMap((one) => groups.filter((group) => group.role === one))
    .flatMap((group) => group.routes.map((route) => ({ ...route, role: group.role })))
    .filter(({ icon, title }) => icon !== undefined && title.toLowerCase().includes(wanted))
    .map(
      (page): Hit => ({
        address: pathOf(page.role, page.path),
        title: page.title,
        about: page.role === 'operator' ? 'Operator' : 'Page',
      }),
    )
  if (text === '') return pages
  const isAccount = isSignedIn('account')
  const found = apis
    .filter(({ title, slug }) => `${title} ${slug}`.toLowerCase().includes(wanted))
    .map(
      ({ slug, title }): Hit => ({
        address: isAccount ? href('/api', { slug }) : `/docs/${slug}`,
        title,
        about: 'API',
      }),
    )
  const operations = search(apis, text).map(
    ({ api, operation }): Hit => ({
      address: isAccount
        ? href('/try', { slug: api.slug, operation: operation.id })
        : `/docs/${api.slug}#${operation.id}`,
      title: operation.summary,
      about: `${operation.method} in ${api.title}`,
    }),
  )
  return [...idHits(text, role), ...[pages, found, operations].flatMap((some) => some.slice(0, shownOfAKind))]
}

function idHits(text: string, role: Role): Hit[] {
  const top = role === 'operator' ? '/operator' : ''
  if (/^req_\w+$/.test(text)) return [{ address: href(`${top}/call`, { id: text }), title: text, about: 'Call' }]
  if (/^key_\w+$/.test(text)) return [{ address: href(`${top}/keys`, { search: text }), title: text, about: 'Key' }]
  if (/^acc_\w+$/.test(text) && role === 'operator')
    return [{ address: href('/operator/account', { id: text }), title: text, about: 'Account' }]
  return []
}
