// Asks for a gateway key and checks it before keeping it.
import { el, field, problem } from '../elements.ts'
import { client, sentence } from '../session.ts'
import { keep } from '../stored-key.ts'

export function signIn(done: () => Promise<void>): HTMLElement {
  const input = el('input', { type: 'password', required: true, autocomplete: 'off', spellcheck: 'false' })
  const status = el('div')
  const submit = async (event: Event) => {
    event.preventDefault()
    status.replaceChildren()
    try {
      await client(input.value.trim()).me.me()
      keep(input.value.trim())
      await done()
    } catch (error) {
      status.replaceChildren(problem(sentence(error)))
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
      status,
    ),
  )
}
