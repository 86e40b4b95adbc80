// Dialogs: confirmation of irreversible actions, forms, and one-time displays. The browser restores the focus
// afterwards.
import { html, nothing, render, type TemplateResult } from 'lit-html'
import { refusalOf } from '../refusal.ts'
import { icon } from './icons.ts'
import type { Content } from './parts.ts'

interface FormDialog {
  readonly title: string
  /** The fields, or a function that draws them; it gets one that draws them again. */
  readonly content: Content | ((draw: () => void) => Content)
  /** Label of the button that submits. */
  readonly action: string
  readonly isDangerous?: boolean
  /** Performs the action; if it rejects, the dialog stays open and shows the reason. */
  readonly submit: (form: FormData) => Promise<unknown>
}

/** Asks with a form; resolves to true if the action was done. */
export function ask({ title, content, action, isDangerous, submit }: FormDialog): Promise<boolean> {
  return new Promise((resolve) => {
    let isDone = false
    let problem = ''
    let isBusy = false
    const dialog = document.createElement('dialog')
    const send = async (event: SubmitEvent) => {
      event.preventDefault()
      if (isBusy || !(event.target instanceof HTMLFormElement)) return
      isBusy = true
      problem = ''
      const form = new FormData(event.target)
      draw()
      try {
        await submit(form)
        isDone = true
        dialog.close()
      } catch (error) {
        problem = refusalOf(error).message
      }
      isBusy = false
      draw()
    }
    const draw = () =>
      render(
        frame(
          title,
          () => dialog.close(),
          html`<form class="stack" @submit=${send}>
          ${typeof content === 'function' ? content(draw) : content}
          <p role="alert" class="problem">${problem}</p>
          <div class="actions end">
            <button type="button" @click=${() => dialog.close()}>Cancel</button>
            <button class=${isDangerous ? 'danger' : 'primary'} aria-disabled=${isBusy}>${isBusy ? 'Working …' : action}</button>
          </div>
        </form>`,
        ),
        dialog,
      )
    openDialog(dialog, draw, () => resolve(isDone))
  })
}

/** Shows content until it is closed. */
export function show(title: string, content: Content, close = 'Done'): Promise<void> {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    const leave = () => dialog.close()
    const draw = () =>
      render(
        frame(
          title,
          leave,
          html`<div class="stack">${content}<div class="actions end"><button type="button" class="primary" @click=${leave}>${close}</button></div></div>`,
        ),
        dialog,
      )
    openDialog(dialog, draw, resolve)
  })
}

function frame(title: string, close: () => void, content: TemplateResult): TemplateResult {
  return html`<div class="dialog-head">
      <h2 id="dialog-title">${title}</h2>
      <button type="button" class="ghost" aria-label="Close" @click=${close}>${icon('close')}</button>
    </div>
    ${content}`
}

/** Draws and opens a dialog whose title has the id `dialog-title`; it is removed when it closes. */
export function openDialog(dialog: HTMLDialogElement, draw: () => void, closed: () => void): void {
  dialog.setAttribute('aria-labelledby', 'dialog-title')
  dialog.addEventListener('close', () => {
    dialog.remove()
    closed()
  })
  draw()
  document.body.append(dialog)
  dialog.showModal()
  dialog
    .querySelector<HTMLElement>('[autofocus], input:not([type="hidden"]), select, textarea, .primary, .danger')
    ?.focus()
}

interface FieldOptions {
  readonly hint?: Content
  readonly type?: 'text' | 'password' | 'number' | 'search' | 'datetime-local' | 'date'
  readonly value?: string
  readonly isRequired?: boolean
  readonly placeholder?: string
  readonly pattern?: string
  readonly min?: number
}

/** Renders a labelled control with an explanation. Names are unique in a dialog. */
export function labelled(
  name: string,
  label: Content,
  { hint, control }: { hint?: Content | undefined; control: (id: string, hintId: string) => TemplateResult },
): TemplateResult {
  const id = `field-${name.replace(/\W/g, '-')}`
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${control(id, `${id}-hint`)}
    ${hint === undefined || hint === '' ? nothing : html`<small id=${`${id}-hint`}>${hint}</small>`}
  </div>`
}

/** Renders a labelled input. Values of password fields are never drawn. */
export function field(name: string, label: string, options: FieldOptions = {}): TemplateResult {
  const { hint, type = 'text', value = '', isRequired = false, placeholder = '', pattern, min } = options
  return labelled(name, label, {
    hint,
    control: (id, hintId) => html`<input id=${id} name=${name} type=${type} .value=${value} ?required=${isRequired}
      aria-describedby=${hint === undefined ? nothing : hintId} placeholder=${placeholder || nothing}
      pattern=${pattern ?? nothing} min=${min ?? nothing} autocomplete="off" spellcheck="false" />`,
  })
}

export function choice(
  name: string,
  label: string,
  options: { values: readonly (readonly [string, string])[]; value?: string | undefined; hint?: Content },
): TemplateResult {
  return labelled(name, label, {
    hint: options.hint,
    control: (
      id,
      hintId,
    ) => html`<select id=${id} name=${name} aria-describedby=${options.hint === undefined ? nothing : hintId}>
      ${options.values.map(([value, text]) => html`<option value=${value} ?selected=${value === options.value}>${text}</option>`)}
    </select>`,
  })
}

/** Returns the trimmed text of a field. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
