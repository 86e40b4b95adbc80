// The frame around every view: navigation, signed-in roles, theme.
import { html, nothing, type TemplateResult } from 'lit-html'
import { go, pathOf } from './address.ts'
import { hourOf } from './kit/format.ts'
import { icon } from './kit/icons.ts'
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
        ${roles(role)} ${isIn ? navigation(role, words) : nothing}
        <div class="side-foot">
          <a class="nav-link" href="/docs">${icon('reference')}Reference</a>
          <button type="button" class="nav-link" @click=${() => changeTheme(options)}>${icon('theme')}Theme: ${theme()}</button>
          ${isIn ? html`<button type="button" class="nav-link" @click=${() => leave(role, options)}>${icon('leave')}Sign out</button>` : nothing}
          ${isIn ? html`<p class="who">${who(role)}</p>` : nothing}
        </div>
      </div>
    </aside>
    <main id="main" aria-busy=${isBusy}>${content}</main>`
}

const logo = html`<svg class="logo" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7"></rect><path d="M8 25V14a8 8 0 0 1 16 0v11M13 25v-9.5a3 3 0 0 1 6 0V25"></path></svg>`

function roles(current: Role): TemplateResult {
  const one = (role: Role, text: string) =>
    html`<a href=${pathOf(role, '')} aria-current=${role === current ? 'true' : nothing}>${text}</a>`
  return html`<nav class="roles" aria-label="Account or operator">${one('account', 'Account')}${one('operator', 'Operator')}</nav>`
}

function navigation(role: Role, words: readonly string[]): TemplateResult {
  const here = `/console/${words.join('/')}`.replace(/\/$/, '')
  // a view without its own entry belongs to the list that links to it
  const isHere = (path: string) => here === path || (here === `${path}`.replace(/s$/, '') && path !== '/console')
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

function who(role: Role): string {
  if (role === 'operator') return `Operator, until ${hourOf(signedIn.operatorUntil ?? 0)}`
  const { account } = signedIn
  return account === undefined ? '' : `${account.name} · plan ${account.plan}`
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
