// Creates elements. Text is inserted as text nodes only, so that no response can become markup.

type Child = Node | string | number | undefined
type Properties = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>

/** An element with attributes, `on…` listeners and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else element.setAttribute(name, value === true ? '' : String(value))
  }
  for (const child of children) if (child !== undefined) element.append(child instanceof Node ? child : String(child))
  return element
}

/** A table with a head; numbers are aligned to the right. */
export function table(heads: readonly string[], rows: readonly (readonly Child[])[]): HTMLTableElement {
  const cell = (tag: 'th' | 'td', child: Child) =>
    el(tag, { class: typeof child === 'number' ? 'number' : undefined }, child)
  return el(
    'table',
    {},
    el('thead', {}, el('tr', {}, ...heads.map((head) => cell('th', head)))),
    el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map((child) => cell('td', child))))),
  )
}

/** A field with its label and an explanation. */
export function field(name: string, options: { label: string; hint?: string; control: HTMLElement }): HTMLLabelElement {
  options.control.setAttribute('name', name)
  return el(
    'label',
    {},
    options.label,
    options.control,
    options.hint === undefined ? undefined : el('small', {}, options.hint),
  )
}

export function problem(text: string): HTMLElement {
  return el('p', { class: 'problem', role: 'alert' }, text)
}

export function done(text: string): HTMLElement {
  return el('p', { class: 'done', role: 'status' }, text)
}
