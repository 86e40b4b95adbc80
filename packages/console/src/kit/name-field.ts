// A field of a dialog in which one writes a name and the form has its id.
import { html, type TemplateResult } from 'lit-html'
import { Refusal } from '../refusal.ts'
import { labelled } from './dialog.ts'
import { isId, offer, type Suggest } from './filters.ts'
import type { Content } from './parts.ts'

interface NameFieldOptions {
  readonly suggest: Suggest
  readonly placeholder: string
  readonly hint?: Content
  readonly isRequired?: boolean
}

/** Renders the field; names that begin as the text does are offered when it gets the focus, and as one types. */
export function nameField(name: string, label: string, options: NameFieldOptions): TemplateResult {
  const { suggest, placeholder, hint = 'Begin to write its name.', isRequired = false } = options
  const offered = offer(suggest)
  return labelled(name, label, {
    hint,
    control: (
      id,
      hintId,
    ) => html`<input id=${id} name=${name} type="search" list=${`${id}-names`} ?required=${isRequired}
      placeholder=${placeholder} aria-describedby=${hintId} autocomplete="off" spellcheck="false" @focus=${offered} @input=${offered} />
      <datalist id=${`${id}-names`}></datalist>`,
  })
}

/** Returns the id of a written name, or of the only one that begins so; an empty text for none. Throws Refusal. */
export async function idOfName(text: string, suggest: Suggest): Promise<string> {
  if (text === '' || isId(text)) return text
  const [, name = text, id] = /^(.*) \(([^()]*)\)$/.exec(text) ?? []
  const found = await suggest(name)
  const exact = found.filter(([one, other]) => other === text || (other === name && one === id))
  const [only, second] = exact.length > 0 ? exact : found
  if (only && !second) return only[0]
  const problem = only ? `Several names begin with “${text}”. Choose one.` : `There is none of the name “${text}”.`
  throw new Refusal(problem, { status: 0, code: 'name' })
}
