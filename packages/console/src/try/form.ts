// The form of an operation: a field for each parameter and for its body, filled with the example of the operation.
import { html, nothing, type TemplateResult } from 'lit-html'
import { labelled } from '../kit/dialog.ts'
import type { Content } from '../kit/parts.ts'
import type { Body, Operation, Parameter } from './operation.ts'
import type { Filled } from './outgoing.ts'

/** Renders the parameters; those that the example leaves out are folded if there are many. */
export function parameterFields({ parameters }: Operation): Content {
  const isShown = (one: Parameter) => one.required === true || presetOf(one) !== ''
  const rest = parameters.filter((one) => !isShown(one))
  if (rest.length <= fewRest) return parameters.map(parameterField)
  return html`${parameters.filter(isShown).map(parameterField)}
    <details class="more-fields"><summary>${rest.length} more parameters</summary><div class="stack">${rest.map(parameterField)}</div></details>`
}
const fewRest = 3

/** Returns the value of a parameter in the example of the operation. */
const presetOf = ({ example }: Parameter): string => {
  if (example === undefined) return ''
  return Array.isArray(example) ? example.join(',') : String(example)
}
export const presets = ({ parameters }: Operation) =>
  parameters.map((one) => ({ name: one.name, in: one.in, value: presetOf(one) })).filter(({ value }) => value !== '')
export const textOf = (body: Body | undefined) =>
  body?.kind === 'json' ? JSON.stringify(body.example ?? {}, null, 2) : ''

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

/** Returns the number of lines that show a text, within reason. */
const rowsOf = (text: string) => Math.min(26, Math.max(10, text.split('\n').length + 1))

const labelOf = (name: string, isRequired: boolean): Content =>
  html`${name}${isRequired ? html` <span class="required">required</span>` : nothing}`

export function bodyFields(body: Body): Content {
  if (body.kind === 'json')
    return labelled('text', 'Body', {
      control: (id) =>
        html`<textarea id=${id} name="text" rows=${rowsOf(textOf(body))} spellcheck="false" .defaultValue=${textOf(body)}></textarea>`,
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

export function filledOf(element: HTMLFormElement, operation: Operation, body: Body | undefined): Filled {
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
    sandbox: value('sandbox'),
    values: operation.parameters
      .map((one) => ({ name: one.name, in: one.in, value: value(`in ${one.name}`) }))
      .filter((one) => one.value !== ''),
  }
}
