// Try a call: choose an operation, fill in its parameters, send it, and see the whole response beside the form; also
// the call as curl, in Python, with the typed client and as an agent's call.
import { html, nothing, type TemplateResult } from 'lit-html'
import { keyed } from 'lit-html/directives/keyed.js'
import { go, href } from '../address.ts'
import { type Content, empty, heading, note } from '../kit/parts.ts'
import { listingTitles } from '../names.ts'
import { Refusal } from '../refusal.ts'
import { self } from '../session.ts'
import { benchOf } from '../try/bench.ts'
import { type Operation, readOperations } from '../try/operation.ts'
import type { View } from '../view.ts'

export const tryCall: View = async (stage) => {
  const { query } = stage
  const [{ listings }, titles] = await Promise.all([self.listListings(), listingTitles('account')])
  const slug = query.get('slug') ?? titles.at(0)?.[0] ?? ''
  if (!titles.some(([one]) => one === slug))
    return () =>
      html`${heading('Try a call')}${empty(`This gateway has no API “${slug}”`, html`See <a href=${href('/apis')}>all APIs</a>.`)}`
  const [operations, sandboxes] = await Promise.all([readOperations(slug), sandboxNames()])
  const operation = operations.find(({ id }) => id === query.get('operation')) ?? operations[0]
  if (!operation)
    return () => html`${heading('Try a call')}${empty('This API has no operations', 'Choose another one.')}`
  // the item market is no listing of the account's
  const listing = listings.find((one) => one.slug === slug)
  const bench = benchOf({ operation, listing, sandboxes, stage })
  return () => html`
    ${heading('Try a call', { lead: 'This sends a real request with your key. It uses quota and may change data.' })}
    ${chooser(titles, slug, operations, operation)}
    ${keyed(
      `${slug} ${operation.id}`,
      html`<div class="try">
      <section aria-labelledby="operation-title">
        <h2 id="operation-title">${operation.summary}</h2>
        <p class="muted"><code><span class="verb">${operation.method}</span>${operation.path}</code></p>
        ${description(operation)}
        ${bench.form()}
      </section>
      <section class="beside" aria-label="Answer">${bench.answer()}</section>
    </div>`,
    )}`
}

/** Returns the names of the account's sandboxes; none for a key that may not read them. */
async function sandboxNames(): Promise<string[]> {
  try {
    return (await self.listSandboxes()).sandboxes.map(({ name }) => name)
  } catch (error) {
    if (error instanceof Refusal && error.status === 403) return []
    throw error
  }
}

function description({ doc, effect }: Operation): Content {
  const warning = effect === 'spend' ? 'This call may spend money at the provider.' : 'This call changes data.'
  return html`${doc === '' ? nothing : html`<p class="muted">${doc}</p>`}${effect === 'read' ? nothing : note('warn', warning)}`
}

const pauseMs = 250
let waiting: ReturnType<typeof setTimeout> | undefined

/** Renders the choice of an operation, which opens at once; with the keyboard, once the choice has rested a moment. */
function chooser(
  apis: readonly (readonly [string, string])[],
  slug: string,
  operations: readonly Operation[],
  operation: Operation,
): TemplateResult {
  const open = ({ currentTarget }: Event) => {
    if (!(currentTarget instanceof HTMLFormElement)) return
    const form = new FormData(currentTarget)
    const [chosen, id] = [String(form.get('slug')), String(form.get('operation'))]
    clearTimeout(waiting)
    const address = href('/try', { slug: chosen, operation: chosen === slug ? id : undefined })
    waiting = setTimeout(() => {
      if (address !== `${location.pathname}${location.search}`) go(address)
    }, pauseMs)
  }
  return html`<form class="filters" @change=${open} @submit=${(event: Event) => event.preventDefault()}>
    <label class="filter api"><span>API</span><select name="slug" .value=${slug}>${apis.map(([one, title]) => html`<option value=${one} ?selected=${one === slug}>${title}</option>`)}</select></label>
    <label class="filter long"><span>Operation</span><select name="operation" .value=${operation.id}>${operations.map((one) => html`<option value=${one.id} ?selected=${one.id === operation.id}>${one.method} ${one.path} – ${one.summary}</option>`)}</select></label>
  </form>`
}
