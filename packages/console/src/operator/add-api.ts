// The form that adds an API from an OpenAPI description: first a preview, then exactly what the preview has shown.
import { html, nothing } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { choice, field, labelled, textIn } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { announce, type Content, codeBlock, facts } from '../kit/parts.ts'
import { table } from '../kit/table.ts'
import { Refusal, refusalOf } from '../refusal.ts'
import type { Stage } from '../view.ts'

type Order = Parameters<Admin['addApi']>[0]
type Added = Awaited<ReturnType<Admin['addApi']>>

const maxDocumentBytes = 32 * 1024 * 1024

/** Returns a function that draws the form; its state lasts until the view is loaded again. */
export function addForm(operator: Admin, { draw, reload }: Stage): () => Content {
  let shown: { readonly order: Order; readonly preview: Added } | undefined
  let problem = ''
  let isBusy = false
  /** Counts the changes of the form, so that a preview of what it was is not shown. */
  let edits = 0

  async function during(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    isBusy = true
    problem = ''
    draw()
    try {
      await work()
    } catch (error) {
      problem = refusalOf(error).message
    }
    isBusy = false
    draw()
  }
  const edited = () => {
    edits++
    shown = undefined
    problem = ''
    draw()
  }
  const preview = (event: SubmitEvent) => {
    event.preventDefault()
    const { target } = event
    if (!(target instanceof HTMLFormElement)) return
    void during(async () => {
      shown = undefined
      const editsBefore = edits
      const order = await orderIn(new FormData(target))
      const answer = await operator.addApi({ ...order, dryRun: true })
      if (edits !== editsBefore) return
      shown = { order: { ...order, slug: answer.slug }, preview: answer }
      announce(`Operations that can be taken: ${count(answer.operations)}. The preview is below.`)
    })
  }
  const add = ({ target }: Event) =>
    during(async () => {
      if (!shown || !(target instanceof HTMLButtonElement)) return
      const { slug } = await operator.addApi(shown.order)
      target.form?.reset()
      shown = undefined
      announce(`${slug} is added.`)
      await reload()
    })
  return () => html`<form class="stack panel" @submit=${preview} @input=${edited}>
    ${inputs()}
    <p role="alert" class="problem">${problem}</p>
    <div class="actions"><button class=${shown ? '' : 'primary'} aria-disabled=${isBusy}>${isBusy ? 'Working …' : 'Preview'}</button></div>
    ${
      shown === undefined
        ? nothing
        : html`${previewOf(shown.preview)}
          <div class="actions"><button type="button" class="primary" aria-disabled=${isBusy} @click=${add}>Add ${shown.preview.slug}</button></div>`
    }
  </form>`
}

function inputs(): Content {
  return html`${labelled('document', 'Document', {
    control: (id) => html`<textarea id=${id} name="document" rows="10" spellcheck="false"></textarea>`,
  })}
  ${labelled('file', 'Or its file', {
    hint: 'Up to 32 MiB.',
    control: (id, hintId) =>
      html`<input id=${id} name="file" type="file" accept=".json,.yaml,.yml" aria-describedby=${hintId} />`,
  })}
  ${field('slug', 'Slug', { hint: 'The word in its address; by default made from the title.' })}
  ${optionInputs()}`
}

/** Returns the fields of what the operator says beside a document. `prefix` tells forms of one page apart. */
export function optionInputs(prefix = ''): Content {
  return html`${field(`${prefix}base`, 'Base address', { hint: 'In place of the one in the document. Only here may it be private or without HTTPS.' })}
  <details>
    <summary>Checks and keys</summary>
    <div class="stack">
      ${choice(`${prefix}check`, 'Parameters and bodies are checked by', {
        values: [
          ['', 'what was chosen before; else the provider'],
          ['provider', 'the provider'],
          ['gateway', 'the gateway'],
        ],
      })}
      ${field(`${prefix}keyHeader`, 'Header for the key', { hint: 'For every operation, whatever the document says; such as X-Api-Key.' })}
      ${field(`${prefix}keyQuery`, 'Or query parameter for the key')}
      ${field(`${prefix}tokenUrl`, 'Address of tokens', { hint: 'For OAuth 2 client credentials, in place of the one in the document.' })}
      ${field(`${prefix}scopes`, 'Scopes of tokens', { hint: 'Separated by spaces.' })}
    </div>
  </details>`
}

async function orderIn(form: FormData): Promise<Order> {
  const slug = textIn(form, 'slug')
  const body = await documentIn(textIn(form, 'document'), form.get('file'))
  return { ...(slug === '' ? {} : { slug }), ...optionsIn(form), body }
}

type Options = Pick<Order, 'base' | 'check' | 'keyHeader' | 'keyQuery' | 'tokenUrl' | 'scopes'>

/** Returns the options that are filled in. */
export function optionsIn(form: FormData, prefix = ''): Options {
  const texts = ['base', 'keyHeader', 'keyQuery', 'tokenUrl', 'scopes'] as const
  const filled = texts.map((name) => [name, textIn(form, prefix + name)] as const).filter(([, text]) => text !== '')
  const check = textIn(form, `${prefix}check`)
  const options: Options = Object.fromEntries(filled)
  return check === 'gateway' || check === 'provider' ? { ...options, check } : options
}

/** Returns a copy of the document, which stays as it is when the file changes. */
export async function documentIn(text: string, file: FormDataEntryValue | null): Promise<Blob> {
  const chosen = file instanceof File && file.name !== '' ? file : undefined
  if (text !== '' && chosen) throw refused('Paste the document or choose its file, not both.')
  if (text === '' && !chosen) throw refused('Paste the document, or choose its file.')
  const given = chosen ?? new Blob([text])
  if (given.size > maxDocumentBytes) throw refused('The document is longer than 32 MiB. Split it into several APIs.')
  try {
    return new Blob([await given.arrayBuffer()])
  } catch {
    throw refused('The browser cannot read the file. Choose it again.')
  }
}

const refused = (sentence: string) => new Refusal(sentence, { status: 0, code: 'document' })

function previewOf(api: Added): Content {
  const { keys, otherKeys, leftOut, leftOutTotal, elsewhere, firstCall } = api
  return html`<h3>Preview</h3>
    ${facts([
      ['Title', api.title],
      ['Slug', api.slug],
      ['Base address', api.base ?? 'none: it has no live calls'],
      ['Operations taken', count(api.operations)],
      ['Parts left out', count(leftOutTotal)],
      ...elsewhere.map(({ address, operations }) => ['Elsewhere', `${count(operations)} at ${address}`] as const),
      [
        'Provider key',
        keys.length === 0 ? 'none is stored' : keys.map(({ name, sent }) => `${sent} (${name})`).join('; '),
      ],
      ...(otherKeys.length === 0 ? [] : [['Other keys, not used', otherKeys.join(', ')] as const]),
    ])}
    ${leftOut.length === 0 ? nothing : leftOutTable(leftOut)}
    ${leftOutTotal > leftOut.length ? html`<p class="muted">And ${count(leftOutTotal - leftOut.length)} more.</p>` : nothing}
    ${firstCall === null ? nothing : codeBlock(firstCall, 'first call')}`
}

const leftOutTable = (leftOut: Added['leftOut']) =>
  table({
    caption: 'Parts left out',
    rows: leftOut.map((one, at) => ({ ...one, at })),
    key: ({ at }) => String(at),
    columns: [
      { label: 'Part left out', wraps: true, cell: ({ pointer }) => pointer },
      { label: 'Reason', wraps: true, cell: ({ reason }) => reason },
    ],
  })
