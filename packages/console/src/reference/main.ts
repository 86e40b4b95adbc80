// The index of the reference: all APIs with a search over their operations. The page of an API, with its large script,
// is opened from here.
import { el, field, problem } from '../elements.ts'
import { keep, storedKey } from '../stored-key.ts'
import { type IndexedApi, readIndex } from './index-file.ts'
import { search } from './search.ts'

const root = document.getElementById('index')
if (root) void show(root)

async function show(at: HTMLElement): Promise<void> {
  try {
    const apis = await readIndex()
    const results = el('div', { 'aria-live': 'polite' })
    const query = el('input', { type: 'search', autocomplete: 'off', placeholder: 'currency on a past day' })
    const update = () =>
      results.replaceChildren(...(query.value.trim() === '' ? tables(apis) : found(apis, query.value)))
    query.addEventListener('input', update)
    at.replaceChildren(
      el(
        'form',
        { class: 'row', onsubmit: (event) => event.preventDefault() },
        field('search', { label: 'Search all operations', control: query }),
        keyField(),
      ),
      results,
    )
    update()
  } catch {
    at.replaceChildren(problem('The list of APIs could not be loaded. Is the gateway still running?'))
  }
}

/** The key is put into the forms of every reference page opened from this tab. */
function keyField(): HTMLElement {
  const input = el('input', { type: 'password', autocomplete: 'off', spellcheck: 'false', value: storedKey() ?? '' })
  input.addEventListener('input', () => keep(input.value.trim()))
  return field('key', { label: 'Gateway key for trying calls', hint: 'Stays in this tab.', control: input })
}

function tables(apis: readonly IndexedApi[]): HTMLElement[] {
  const groups = [
    { title: 'Work now', apis: apis.filter((api) => api.embedded) },
    { title: 'Need your own provider key', apis: apis.filter((api) => !api.embedded && api.ownKey) },
    { title: 'Live only, without a key', apis: apis.filter((api) => !api.embedded && !api.ownKey) },
  ]
  return groups
    .filter((group) => group.apis.length > 0)
    .flatMap((group) => [el('h2', {}, group.title), el('ul', { class: 'apis' }, ...group.apis.map(entryOf))])
}

function entryOf({ slug, title, summary, sample, operations }: IndexedApi): HTMLElement {
  return el(
    'li',
    {},
    el('a', { href: `/docs/${slug}` }, title),
    ` ${operations.length === 1 ? '1 operation' : `${operations.length} operations`} `,
    sample === undefined ? undefined : el('span', { class: 'badge', title: sample }, 'sample data'),
    el('br'),
    summary,
  )
}

function found(apis: readonly IndexedApi[], query: string): HTMLElement[] {
  const hits = search(apis, query)
  if (hits.length === 0) return [el('p', {}, 'No operation has these words. Try fewer or other words.')]
  return [
    el(
      'ul',
      { class: 'apis' },
      ...hits.map(({ api, operation }) =>
        el(
          'li',
          {},
          el('a', { href: `/docs/${api.slug}#${operation.id}` }, operation.summary),
          ` ${api.title}`,
          el('br'),
          el('code', {}, `${operation.method} ${operation.path}`),
        ),
      ),
    ),
  ]
}
