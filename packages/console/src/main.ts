// The console: one view per section, chosen by the URL's fragment.
import { el, problem } from './elements.ts'
import { client, sentence } from './session.ts'
import { forget, storedKey } from './stored-key.ts'
import { listings } from './views/listings.ts'
import { overview } from './views/overview.ts'
import { signIn } from './views/sign-in.ts'
import { tryCall } from './views/try-call.ts'
import type { View } from './views/view.ts'

const sections: Readonly<Record<string, { title: string; view: View }>> = {
  overview: { title: 'Overview', view: overview },
  apis: { title: 'APIs', view: listings },
  try: { title: 'Try a call', view: tryCall },
}

async function show(): Promise<void> {
  const name = location.hash.slice(1).split('/', 1)[0] ?? ''
  const section = sections[name] ?? sections.overview
  const main = document.getElementById('view')
  const nav = document.getElementById('nav')
  const key = storedKey()
  if (!main || !nav || !section) return
  nav.replaceChildren(...(key === undefined ? [] : links(section.title)))
  if (key === undefined) {
    main.replaceChildren(signIn(show))
    return
  }
  main.replaceChildren(el('p', {}, 'Loading …'))
  try {
    main.replaceChildren(
      await section.view({ gateway: client(key), key, again: show, rest: location.hash.split('/').slice(1) }),
    )
  } catch (error) {
    main.replaceChildren(
      problem(sentence(error)),
      el('button', { class: 'quiet', onclick: leave }, 'Sign in with another key'),
    )
  }
}

function links(current: string): HTMLElement[] {
  const items = Object.entries(sections).map(([name, { title }]) =>
    el('a', { href: `#${name}`, 'aria-current': title === current ? 'page' : undefined }, title),
  )
  return [...items, el('a', { href: '/docs' }, 'Reference'), el('a', { href: '#', onclick: leave }, 'Sign out')]
}

function leave(event: Event): void {
  event.preventDefault()
  forget()
  location.hash = ''
  void show()
}

addEventListener('hashchange', () => void show())
void show()
