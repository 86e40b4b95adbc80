// The address holds the state: the view, its filters, its page. Views read it here and change it by links or `go`.
import type { Role } from './session.ts'

export interface Address {
  /** Segments of the path after /console. */
  readonly words: readonly string[]
  readonly query: URLSearchParams
}

export function readAddress(): Address {
  const words = location.pathname.split('/').slice(2).filter(Boolean).map(decodeURIComponent)
  return { words, query: new URLSearchParams(location.search) }
}

/** Returns the path of a role's view. */
export function pathOf(role: Role, path: string): string {
  const words = ['/console', role === 'operator' ? 'operator' : '', path].filter(Boolean)
  return words.join('/')
}

/** Returns the address of a view; undefined and empty parameters are left out. */
export function href(path: string, query: Readonly<Record<string, string | number | undefined>> = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return `/console${path}${search.size === 0 ? '' : `?${search}`}`
}

/** Returns the current address with other parameters; a narrowed list restarts at its first page. */
export function withQuery(changes: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams(location.search)
  if (!('after' in changes)) for (const name of ['after', 'trail']) query.delete(name)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') query.delete(name)
    else query.set(name, String(value))
  }
  return `${location.pathname}${query.size === 0 ? '' : `?${query}`}`
}

let onChange: () => void = () => {}

/** Navigates to an address of the console. */
export function go(address: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
  onChange()
}

/** Calls `changed` after each change of the address, and makes links between views work without loading the page. */
export function followAddress(changed: () => void): void {
  onChange = changed
  addEventListener('popstate', changed)
  addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    if (!/^\/console(?:\/|$)/.test(link.pathname) || link.hash !== '') return
    event.preventDefault()
    go(`${link.pathname}${link.search}`)
  })
}
