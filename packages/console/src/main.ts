// The console: one frame around the view of the current address.
import { html, render, type TemplateResult } from 'lit-html'
import { followAddress, readAddress } from './address.ts'
import { failed, heading } from './kit/parts.ts'
import { refusalOf } from './refusal.ts'
import { matchOf } from './routes.ts'
import { drop, isSignedIn, type Role, restore } from './session.ts'
import { openSearchOf, shell } from './shell.ts'
import type { Draw, Stage } from './view.ts'

const root = document.getElementById('shell')
/** Counts openings, so that a late response does not replace a later view. */
let opening = 0
let shownPath = ''
let draw: Draw = () => html``

function paint(content: TemplateResult, isBusy = false): void {
  if (root) render(shell({ content, isBusy, open, draw: () => paint(draw()), words: readAddress().words }), root)
}

/** Opens the view of the address. */
async function open(): Promise<void> {
  const turn = ++opening
  const address = readAddress()
  const { role, route } = matchOf(address.words)
  const isNew = location.pathname !== shownPath
  shownPath = location.pathname
  if (!isSignedIn(role)) {
    document.title = 'Sign in · Gatehouse'
    const signIn = await signInView(role).catch(drawFailure)
    if (turn === opening) show(signIn, isNew)
    return
  }
  document.title = `${route?.title ?? 'Not found'} · Gatehouse`
  if (!route) return show(notFound, isNew)
  const isCurrent = () => turn === opening
  const stage: Stage = {
    ...address,
    role,
    draw: () => {
      if (isCurrent()) paint(draw())
    },
    reload: () => fill(),
  }
  const fill = async () => {
    if (!isCurrent()) return
    paint(draw(), true)
    try {
      const view = await route.load()
      const next = await view(stage)
      if (isCurrent()) draw = next
    } catch (error) {
      const failure = await drawFailure(error)
      if (isCurrent()) draw = failure
    }
    if (isCurrent()) paint(draw())
  }
  if (isNew) draw = skeleton
  await fill()
  if (isNew && isCurrent()) focusHeading()
}

/** Draws the sign-in for a session that ended during work, at the same address; otherwise the failure. */
async function drawFailure(error: unknown): Promise<Draw> {
  const refusal = refusalOf(error)
  const { role, route } = matchOf(readAddress().words)
  if (refusal.status === 401) {
    drop(role)
    return signInView(role, 'You have been signed out: the session ended, or the key stopped working.')
  }
  if (refusal.code === 'console.bug') reportError(refusal.cause)
  return () => html`${heading(route?.title ?? 'Gatehouse')}${failed(refusal, () => void open())}`
}

/** Loads the sign-in, which most visits do not need. */
async function signInView(role: Role, reason = ''): Promise<Draw> {
  const { signInForm } = await import('./sign-in.ts')
  return () => signInForm(role, open, reason)
}

function show(next: Draw, isNew: boolean): void {
  draw = next
  paint(draw())
  if (isNew) focusHeading()
}

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>('main [autofocus], main h1')
  target?.focus({ preventScroll: true })
  scrollTo(0, 0)
}

const notFound = () => html`<div class="empty">
  <h1 tabindex="-1">There is no such page</h1>
  <p>The address may be mistyped, or from another version of the console.</p>
  <a class="button" href="/console">Go to the overview</a>
</div>`

const skeleton = () => html`<div class="skeleton" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i></div>`

async function start(): Promise<void> {
  if (!root) return
  try {
    await restore()
  } catch (error) {
    root.classList.remove('starting')
    draw = () => html`${heading('Gatehouse')}${failed(refusalOf(error), () => void start())}`
    root.replaceChildren()
    return paint(draw())
  }
  root.replaceChildren()
  root.classList.remove('starting')
  await open()
}

addEventListener('keydown', (event) => {
  const { words } = readAddress()
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k' || !isSignedIn(matchOf(words).role)) return
  event.preventDefault()
  void openSearchOf(words)
})
followAddress(() => void open())
void start()
