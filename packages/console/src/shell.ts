// The frame around every view: navigation, signed-in roles, theme.
import { html, nothing, type TemplateResult } from 'lit-html'
import { go, pathOf } from './address.ts'
import { hourOf } from './kit/format.ts'
import { icon, logo } from './kit/icons.ts'
import { announce } from './kit/parts.ts'
import { refusalOf } from './refusal.ts'
import { groups, matchOf } from './routes.ts'
import { isSignedIn, type Role, signedIn, signOut } from './session.ts'
import { applyTheme, nextTheme, theme } from './theme.ts'

interface ShellOptions {
  readonly content: TemplateResult
  readonly isBusy: boolean
  readonly words: readonly string[]
  readonly draw: () => void
  /** Reopens the address after a change of the signed-in roles. */
  readonly open: () => Promise<void>
}

applyTheme()
let isMenuOpen = false
const themeIcons = { system: 'theme', light: 'sun', dark: 'moon' } as const

export function shell(options: ShellOptions): TemplateResult {
  const { content, isBusy, words } = options
  const { role } = matchOf(words)
  const isIn = isSignedIn(role)
  return html`
    <aside class="side ${isMenuOpen ? 'open' : ''}">
      <div class="brand">
        <a href=${pathOf(role, '')}>${logo}<strong>Gatehouse</strong></a>
        <button type="button" class="ghost menu" aria-expanded=${isMenuOpen} aria-controls="menu" @click=${() => toggleMenu(options)}>
          ${icon(isMenuOpen ? 'close' : 'menu')}<span class="reader">Menu</span>
        </button>
      </div>
      <div class="side-body" id="menu" @click=${() => closeMenu()}>
        ${roles(role)}
        ${isIn ? html`${who(role)}${searchButton(words)}${navigation(role, words)}` : nothing}
        <div class="side-foot">
          <a class="nav-link" href="/docs">${icon('reference')}Reference</a>
          ${isIn ? html`<button type="button" class="nav-link" @click=${() => leave(role, options)}>${icon('leave')}Sign out</button>` : nothing}
          <div class="about">
            <span>${isIn && signedIn.version !== undefined ? `Version ${signedIn.version}` : nothing}</span>
            <button type="button" class="ghost small" aria-label=${`Theme: ${theme()}. Change it`} title=${`Theme: ${theme()}`} @click=${() => changeTheme(options)}>${icon(themeIcons[theme()])}</button>
          </div>
        </div>
      </div>
    </aside>
    <main id="main" aria-busy=${isBusy}>${content}</main>`
}

function roles(current: Role): TemplateResult {
  const one = (role: Role, text: string) =>
    html`<a href=${pathOf(role, '')} aria-current=${role === current ? 'true' : nothing}>${text}</a>`
  return html`<nav class="roles" aria-label="Account or operator">${one('account', 'Account')}${one('operator', 'Operator')}</nav>`
}

function navigation(role: Role, words: readonly string[]): TemplateResult {
  const here = `/console/${words.join('/')}`.replace(/\/$/, '')
  // a view without its own entry belongs to the list that links to it
  const isHere = (path: string) => here === path || (here === path.replace(/e?s$/, '') && path !== '/console')
  return html`<nav class="nav" aria-label="Pages">
    ${groups
      .filter((group) => group.role === role)
      .map(
        ({ title, routes }) => html`
      <p class="nav-title">${title}</p>
      <ul>
        ${routes.map((route) => {
          if (route.icon === undefined) return nothing
          const path = pathOf(role, route.path)
          return html`<li><a class="nav-link" href=${path} aria-current=${isHere(path) ? 'page' : nothing}>${icon(route.icon)}${route.title}</a></li>`
        })}
      </ul>`,
      )}
  </nav>`
}

function who(role: Role): TemplateResult {
  const { account, operatorUntil = 0 } = signedIn
  const [name, about] =
    role === 'operator'
      ? ['All accounts', `Signed in until ${hourOf(operatorUntil)}`]
      : [account?.name ?? '', `Plan ${account?.plan ?? ''}`]
  return html`<p class="who"><strong>${name}</strong><span>${about}</span></p>`
}

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

function searchButton(words: readonly string[]): TemplateResult {
  return html`<button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" @click=${() => openSearchOf(words)}>${icon('search')}<span>Search</span><kbd aria-hidden="true">${isMac ? '⌘K' : 'Ctrl K'}</kbd></button>`
}

/** Opens the search, whose module is loaded on first use. */
export async function openSearchOf(words: readonly string[]): Promise<void> {
  try {
    const { openSearch } = await import('./search.ts')
    openSearch(words)
  } catch (error) {
    announce(refusalOf(error).message)
  }
}

function toggleMenu({ draw }: ShellOptions): void {
  isMenuOpen = !isMenuOpen
  draw()
}

/** Closes the menu. The closing click has opened another view, which draws the shell again. */
function closeMenu(): void {
  isMenuOpen = false
}

function changeTheme({ draw }: ShellOptions): void {
  nextTheme()
  draw()
}

async function leave(role: Role, { open }: ShellOptions): Promise<void> {
  try {
    await signOut(role)
    go(pathOf(role, ''), { replace: true })
    announce('You have signed out.')
  } catch (error) {
    announce(refusalOf(error).message)
  }
  await open()
}
