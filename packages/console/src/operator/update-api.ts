// The dialog that updates an added API: another document, or the stored one with other options. What changes is shown
// first, and a change that breaks callers is made only when it is confirmed.
import { html, nothing } from 'lit-html'
import type { Admin } from '../../../client/operator/mod.ts'
import { ask, labelled, textIn } from '../kit/dialog.ts'
import { count } from '../kit/format.ts'
import { announce, type Content } from '../kit/parts.ts'
import type { Stage } from '../view.ts'
import { documentIn, optionInputs, optionsIn } from './add-api.ts'

type Order = Parameters<Admin['updateApi']>[0]
type Preview = Awaited<ReturnType<Admin['updateApi']>>

/** Tells the fields of the dialog from those of the page. */
const prefix = 'new-'

/** Asks for the document and the options, then shows what changes, and changes it. */
export async function updateApi(operator: Admin, { reload }: Stage, slug: string): Promise<void> {
  const found: { order?: Order; preview?: Preview } = {}
  const isRead = await ask({
    title: `Update ${slug}`,
    action: 'Show changes',
    content: inputs(),
    submit: async (form) => {
      const order = { slug, ...optionsIn(form, prefix), body: await bodyIn(form, operator, slug) }
      found.preview = await operator.updateApi({ ...order, dryRun: true })
      found.order = order
    },
  })
  const { order, preview } = found
  if (!isRead || !order || !preview) return
  const breaks = preview.changes.some((one) => one.breaking)
  const isDone = await ask({
    title: breaks ? `This breaks callers of ${slug}` : `Update ${slug}?`,
    action: 'Update API',
    isDangerous: breaks,
    content: changesOf(preview),
    submit: () => operator.updateApi({ ...order, confirm: breaks }),
  })
  if (!isDone) return
  announce(`${slug} is updated.`)
  await reload()
}

function inputs(): Content {
  return html`${labelled(`${prefix}document`, 'New document', {
    hint: 'Without one, the stored document gets other options.',
    control: (id, hintId) =>
      html`<textarea id=${id} name=${`${prefix}document`} rows="6" spellcheck="false" aria-describedby=${hintId}></textarea>`,
  })}
  ${labelled(`${prefix}file`, 'Or its file', {
    control: (id) => html`<input id=${id} name=${`${prefix}file`} type="file" accept=".json,.yaml,.yml" />`,
  })}
  ${optionInputs(prefix)}`
}

async function bodyIn(form: FormData, operator: Admin, slug: string): Promise<Blob> {
  const [text, file] = [textIn(form, `${prefix}document`), form.get(`${prefix}file`)]
  const isGiven = text !== '' || (file instanceof File && file.name !== '')
  return isGiven ? documentIn(text, file) : new Blob([new Uint8Array(await operator.getAddedDocument({ slug }))])
}

function changesOf({ changes, changesTotal }: Preview): Content {
  if (changes.length === 0) return html`<p>No operation changes.</p>`
  return html`<ul>
      ${changes.map(({ change, breaking }) => html`<li>${breaking ? html`<strong>Breaks callers: </strong>` : nothing}${change}</li>`)}
    </ul>
    ${changesTotal > changes.length ? html`<p class="muted">And ${count(changesTotal - changes.length)} more.</p>` : nothing}`
}
