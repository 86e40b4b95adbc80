// Try a call: choose an operation, fill in its parameters, send it, and see the whole response; the same call as curl,
// client code and an agent's call.
import { html, nothing, type TemplateResult } from 'lit-html'
import { go, href } from '../address.ts'
import { labelled } from '../kit/dialog.ts'
import { type Content, codeBlock, empty, heading, note } from '../kit/parts.ts'
import { Refusal } from '../refusal.ts'
import { self } from '../session.ts'
import { tabKey } from '../tab-key.ts'
import { type Answer, answerView, readAnswer } from '../try/answer.ts'
import { type Body, type Operation, type Parameter, readOperations } from '../try/operation.ts'
import { addressOf, agentCallOf, clientOf, curlOf, type Filled, requestOf } from '../try/outgoing.ts'
import type { Stage, View } from '../view.ts'

const forms = { curl: curlOf, client: clientOf, agent: agentCallOf } as const
const formNames = { curl: 'curl', client: 'Client', agent: 'Agent' } as const
type FormName = keyof typeof forms

export const tryCall: View = async (stage) => {
  const { query } = stage
  const { listings } = await self.listListings()
  const slug = query.get('slug') ?? listings[0]?.slug ?? ''
  const listing = listings.find((one) => one.slug === slug)
  if (!listing)
    return () =>
      html`${heading('Try a call')}${empty(`This gateway has no API “${slug}”`, html`See <a href=${href('/apis')}>all APIs</a>.`)}`
  const operations = await readOperations(slug)
  const operation = operations.find(({ id }) => id === query.get('operation')) ?? operations[0]
  if (!operation)
    return () => html`${heading('Try a call')}${empty('This API has no operations', 'Choose another one.')}`
  const bench = benchOf(operation, stage)
  return () => html`
    ${heading('Try a call', { lead: 'This sends a real request with your key. It uses quota and may change data.' })}
    ${chooser(listings, slug, operations, operation)}
    <div class="try">
      <section aria-labelledby="operation-title">
        <h2 id="operation-title">${operation.summary}</h2>
        <p class="muted"><code><span class="verb">${operation.method}</span>${operation.path}</code></p>
        ${operation.doc === '' ? nothing : html`<p class="muted">${operation.doc}</p>`}
        ${operation.effect === 'read' ? nothing : note('warn', operation.effect === 'spend' ? 'This call may spend money at the provider.' : 'This call changes data.')}
        ${bench.form(listing)}
      </section>
      <section aria-label="Answer">${bench.answer()}</section>
    </div>`
}

function chooser(
  listings: readonly { slug: string; title: string }[],
  slug: string,
  operations: readonly Operation[],
  operation: Operation,
): TemplateResult {
  const open = (event: Event) => {
    event.preventDefault()
    if (!(event.currentTarget instanceof HTMLFormElement)) return
    const form = new FormData(event.currentTarget)
    const chosen = String(form.get('slug'))
    go(href('/try', { slug: chosen, operation: chosen === slug ? String(form.get('operation')) : undefined }))
  }
  return html`<form class="filters" @submit=${open}>
    <label class="filter"><span>API</span><select name="slug" .value=${slug}>${listings.map((one) => html`<option value=${one.slug} ?selected=${one.slug === slug}>${one.title}</option>`)}</select></label>
    <label class="filter long"><span>Operation</span><select name="operation" .value=${operation.id}>${operations.map((one) => html`<option value=${one.id} ?selected=${one.id === operation.id}>${one.method} ${one.path} – ${one.summary}</option>`)}</select></label>
    <button>Open</button>
  </form>`
}

interface Bench {
  readonly form: (listing: { embedded: boolean; live: boolean }) => TemplateResult
  readonly answer: () => Content
}

/** Renders the form of an operation, and the response of the last call made with it. */
function benchOf(operation: Operation, stage: Stage): Bench {
  let answer: Answer | undefined
  let problem = ''
  let isBusy = false
  let shown: FormName = 'curl'
  let body: Body | undefined = operation.bodies[0]
  let filled: Filled = { operation, body, values: presets(operation), text: textOf(body), fields: [], provider: '' }

  const update = (event: Event) => {
    if (event.currentTarget instanceof HTMLFormElement) filled = filledOf(event.currentTarget, operation, body)
    stage.draw()
  }
  const send = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy || !(event.currentTarget instanceof HTMLFormElement)) return
    filled = filledOf(event.currentTarget, operation, body)
    if (answer?.object !== undefined) URL.revokeObjectURL(answer.object)
    ;[isBusy, problem, answer] = [true, '', undefined]
    stage.draw()
    try {
      const startedAt = performance.now()
      const response = await reach(filled)
      answer = await readAnswer(response, startedAt, (sofar) => {
        answer = sofar
        stage.draw()
      })
    } catch (error) {
      problem = error instanceof Refusal ? error.message : 'The answer broke off. Try again.'
    }
    isBusy = false
    stage.draw()
  }
  const chooseBody = (event: Event) => {
    if (!(event.target instanceof HTMLSelectElement)) return
    const { value } = event.target
    body = operation.bodies.find(({ contentType }) => contentType === value)
    filled = { ...filled, body, text: textOf(body), fields: [] }
    stage.draw()
  }
  return {
    form: ({ embedded, live }) => html`<form class="stack" @submit=${send} @input=${update}>
      ${operation.parameters.map(parameterField)}
      ${operation.bodies.length > 1 ? html`<label class="field"><span>Body as</span><select name="kind of body" @change=${chooseBody}>${operation.bodies.map(({ contentType }) => html`<option ?selected=${contentType === body?.contentType}>${contentType}</option>`)}</select></label>` : nothing}
      ${body === undefined ? nothing : bodyFields(body)}
      ${embedded && live ? html`<label class="field"><span>Answered by</span><select name="provider"><option value="">as chosen for this API</option><option value="embedded">embedded</option><option value="live">live</option></select></label>` : nothing}
      <div class="actions"><button class="primary" aria-disabled=${isBusy}>${isBusy ? 'Sending …' : 'Send'}</button></div>
    </form>`,
    answer: () => html`<div class="stack">
      <div aria-live="polite">${problem === '' ? nothing : note('bad', problem)}${answer ? html`<span class="reader">Answered ${answer.status}.</span>` : nothing}</div>
      ${answer ? answerView(answer) : empty('No answer yet', 'Fill in what the call takes and send it; its answer appears here.')}
      <div>
        <div class="tabs" role="group" aria-label="The same call as">
          ${formKeys.map(
            (name) =>
              html`<button type="button" aria-pressed=${name === shown} @click=${() => {
                shown = name
                stage.draw()
              }}>${formNames[name]}</button>`,
          )}
        </div>
        ${codeBlock(forms[shown](filled), `call as ${formNames[shown]}`)}
      </div>
    </div>`,
  }
}

const formKeys = ['curl', 'client', 'agent'] as const satisfies readonly FormName[]

async function reach(filled: Filled): Promise<Response> {
  try {
    return await fetch(addressOf(filled), requestOf(filled, tabKey() ?? ''))
  } catch (cause) {
    throw Refusal.unreachable(cause)
  }
}

const presetOf = ({ example, schema }: Parameter): string => {
  const value = example ?? schema?.examples?.[0]
  return value === undefined ? '' : Array.isArray(value) ? value.join(',') : String(value)
}
const presets = ({ parameters }: Operation) =>
  parameters.map((one) => ({ name: one.name, in: one.in, value: presetOf(one) })).filter(({ value }) => value !== '')
const textOf = (body: Body | undefined) => (body?.kind === 'json' ? JSON.stringify(body.example ?? {}, null, 2) : '')

function parameterField(parameter: Parameter): TemplateResult {
  const { name, required = false, description = '', schema } = parameter
  const preset = presetOf(parameter)
  const example = schema?.default === undefined ? nothing : String(schema.default)
  return labelled(`in ${name}`, labelOf(name, required), {
    hint: description,
    control: (id) =>
      schema?.enum
        ? html`<select id=${id} name=${`in ${name}`} ?required=${required}><option value=""></option>${schema.enum.map((value) => html`<option ?selected=${String(value) === preset}>${String(value)}</option>`)}</select>`
        : html`<input id=${id} name=${`in ${name}`} .defaultValue=${preset} ?required=${required} placeholder=${example} autocomplete="off" spellcheck="false" />`,
  })
}

const labelOf = (name: string, isRequired: boolean): Content =>
  html`${name}${isRequired ? html` <span class="required">required</span>` : nothing}`

function bodyFields(body: Body): Content {
  if (body.kind === 'json')
    return labelled('text', 'Body', {
      control: (id) =>
        html`<textarea id=${id} name="text" spellcheck="false" .defaultValue=${textOf(body)}></textarea>`,
    })
  if (body.kind === 'binary')
    return labelled('field file', labelOf('File', true), {
      hint: `Sent as ${body.contentType}.`,
      control: (id) => html`<input id=${id} type="file" name="field file" required />`,
    })
  return body.fields.map(({ name, isRequired, isFile, doc, example }) =>
    labelled(`field ${name}`, labelOf(name, isRequired && !isFile), {
      hint: doc,
      control: (id) =>
        isFile
          ? html`<input id=${id} type="file" name=${`field ${name}`} />`
          : html`<input id=${id} name=${`field ${name}`} .defaultValue=${example} ?required=${isRequired} autocomplete="off" spellcheck="false" />`,
    }),
  )
}

function filledOf(element: HTMLFormElement, operation: Operation, body: Body | undefined): Filled {
  const form = new FormData(element)
  const value = (name: string) => {
    const one = form.get(name)
    return typeof one === 'string' ? one : ''
  }
  const fields = [...form].flatMap(([name, one]): (readonly [string, string | File])[] =>
    name.startsWith('field ') && (one instanceof File ? one.size > 0 : one !== '')
      ? [[name.slice('field '.length), one]]
      : [],
  )
  return {
    operation,
    body,
    fields,
    text: value('text'),
    provider: value('provider'),
    values: operation.parameters
      .map((one) => ({ name: one.name, in: one.in, value: value(`in ${one.name}`) }))
      .filter((one) => one.value !== ''),
  }
}
