// One operation on the page of its API: what it takes on one side, a call with its answer on the other.
import type { Endpoint } from '#define'
import { effectOf } from '#define/reflect'
import {
  type AssignedId,
  type DescribedExample,
  type DescribedOperation,
  type DescribedValue,
  describedOperation,
  differenceOf,
  errorCodesOf,
  type OutlinedOperation,
} from '#derive'
import type { LoadedApi } from '../../process/load-apis.ts'
import { html, type Markup, prose, words } from './markup.ts'

export interface SectionSource extends Pick<LoadedApi, 'api' | 'examples'> {
  /** Returns the ids in the example of an operation that other calls assign. */
  readonly idsOf: (id: string) => readonly AssignedId[]
  /** The slug under which the console can try the operations; undefined where it cannot. */
  readonly tried: string | undefined
}
interface NamedEndpoint {
  readonly id: string
  readonly endpoint: Endpoint
}

export function operationSection(operation: OutlinedOperation, source: SectionSource): Markup {
  const { id, endpoint, aliases } = operation
  const parts = partsOf(operation, source)
  return html`<section class="operation" aria-labelledby="${id}">
<div class="operation-head">
<h3 id="${id}">${words(endpoint.summary)} <a class="anchor" href="#${id}" aria-label="Link to ${endpoint.summary}">#</a></h3>
<p class="operation-call"><code>${callOf(endpoint)}</code>${tagsOf(endpoint)}</p>
</div>
<div class="operation-words">
${parts.notes.map((note) => prose(note))}
${repeated(endpoint, source)}
${takes(parts, 4)}
<p class="muted">Errors of the gateway: <a href="#gateway-errors">${[...errorCodesOf(source.api, endpoint).keys()].join(', ')}</a></p>
${aliases.length > 0 && html`<h4>Also at</h4>\n<ul class="aliases">${aliases.map((alias) => html`\n<li>${aliasEntry(alias, parts, source)}</li>`)}\n</ul>`}
</div>
<div class="operation-code">${answers(parts.example, operation, source, 4)}</div>
</section>
`
}

function partsOf({ id, endpoint }: NamedEndpoint, { api, examples, idsOf }: SectionSource): DescribedOperation {
  return describedOperation({ api, id, endpoint, example: examples[id], ids: idsOf(id) })
}

const callOf = ({ method, path }: Endpoint): Markup => html`<span class="verb">${method}</span>${path}`

function tagsOf(endpoint: Endpoint): Markup[] {
  const effect = effectOf(endpoint)
  const tags = [
    effect === 'spend' && 'may cost money',
    effect === 'destroy' && 'deletes',
    endpoint.socket && 'WebSocket',
    endpoint.deprecated && 'deprecated',
    endpoint.liveOnly && 'live only',
    endpoint.unimplemented && 'not implemented by the provider',
  ]
  return tags.filter((text) => typeof text === 'string').map((text) => html` <span class="tag">${text}</span>`)
}

/** Names the operation that this one repeats in another form, where it is shown by itself. */
function repeated({ alias }: Endpoint, { api }: SectionSource): Markup | undefined {
  const target = alias === undefined ? undefined : api.endpoints[alias]
  return target && html`<p>See also: <a href="#${alias}">${words(target.summary)}</a>.</p>`
}

/** Renders an alias: its address, and whatever differs from the operation that it repeats. */
function aliasEntry(alias: NamedEndpoint, target: DescribedOperation, source: SectionSource): Markup {
  const head = html`<code>${callOf(alias.endpoint)}</code> <span>${words(alias.endpoint.summary)}</span>${tagsOf(alias.endpoint)}`
  const difference = differenceOf(partsOf(alias, source), target)
  if (!difference) return html`<div id="${alias.id}">${head}</div>`
  return html`<details><summary>${head}</summary>
<div id="${alias.id}">
${difference.notes.map((note) => prose(note))}
${takes(difference, 5)}
${answers(difference.example, alias, source, 5)}
</div></details>`
}

type Level = 4 | 5

function titled(level: Level, text: string): Markup {
  return level === 4 ? html`<h4>${text}</h4>` : html`<h5>${text}</h5>`
}

function takes({ parameters, body }: DescribedOperation, level: Level): Markup {
  return html`${
    parameters.length > 0 &&
    html`${titled(level, 'Parameters')}${valuesTable(
      'Parameters',
      parameters.map((one) => ({ ...one, kind: `${one.kind}, in the ${one.location}` })),
    )}`
  }${body && bodyPart(body, level)}`
}

function bodyPart({ required, text, fields }: NonNullable<DescribedOperation['body']>, level: Level): Markup {
  return html`${titled(level, required ? 'Body' : 'Body, optional')}
<p class="muted">${words(text)}</p>
${fields.length > 0 && valuesTable('Fields of the body', fields)}`
}

function valuesTable(caption: string, values: readonly DescribedValue[]): Markup {
  return html`<div class="table"><table class="values"><caption class="reader">${caption}</caption><tbody>${values.map(
    ({ name, required, kind, text }) =>
      html`
<tr><th scope="row"><code>${name}</code>${required && html` <span class="required">required</span>`}<span class="sub">${kind}</span></th><td>${words(text)}</td></tr>`,
  )}
</tbody></table></div>`
}

function answers(
  example: DescribedExample | undefined,
  { id, endpoint }: NamedEndpoint,
  { tried, api }: SectionSource,
  level: Level,
): Markup {
  const href = `/console/try?slug=${encodeURIComponent(tried ?? '')}&operation=${encodeURIComponent(id)}`
  const link =
    tried !== undefined &&
    !endpoint.socket &&
    html`<a class="button small" href="${href}" aria-label="Try it: ${endpoint.summary}">Try it</a>`
  if (!example) return html`${link && html`<div class="block-head">${link}</div>`}`
  return html`<div class="block-head">${titled(level, 'Call')}${link}</div>
${code(example.call, `Call of ${endpoint.summary}`)}
${example.sources.map(
  ({ variable, member, operation }) =>
    html`<p class="muted"><code>${variable}</code> is <code>${member}</code> in the answer of <a href="#${operation}">${api.endpoints[operation]?.summary ?? operation}</a>.</p>`,
)}
${example.answer && titled(level, 'Answer')}
${example.answer && (example.answer.sentence === undefined ? code(example.answer.text, `Answer of ${endpoint.summary}`) : html`<p>${words(example.answer.sentence)}</p>`)}`
}

/** A longer or higher block scrolls, on a phone at least, and scrolling by keyboard takes the focus. */
const unscrolled = { length: 500, lines: 18 }

/** Renders code. The page's script adds a button that copies it. */
export function code(text: string, label: string): Markup {
  const isScrolled = text.length > unscrolled.length || text.split('\n').length > unscrolled.lines
  const focus = isScrolled && html` tabindex="0"`
  return html`<div class="code"><pre role="group" aria-label="${label}"${focus}><code>${text}</code></pre></div>`
}
