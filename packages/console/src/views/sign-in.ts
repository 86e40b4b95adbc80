// Asks for a gateway key and checks it before it is kept.
import { el, field, problem } from '../elements.ts'
import { client, keep, sentence } from '../session.ts'

export function signIn(done: () => Promise<void>): HTMLElement {
  const input = el('input', { type: 'password', required: true, autocomplete: 'off', spellcheck: 'false' })
  const said = el('div')
  const submit = async (event: Event) => {
    event.preventDefault()
    said.replaceChildren()
    try {
      await client(input.value.trim()).me.me()
      keep(input.value.trim())
      await done()
    } catch (error) {
      said.replaceChildren(problem(sentence(error)))
    }
  }
  const hint =
    'It begins with gh_live_. After a first start it is in first-run.json in the data folder. It stays in this tab only.'
  return el(
    'section',
    {},
    el('h1', {}, 'Sign in'),
    el(
      'form',
      { onsubmit: (event) => void submit(event) },
      field('key', { label: 'Gateway key', hint, control: input }),
      el('button', {}, 'Sign in'),
      said,
    ),
  )
}
