// Dialogs that store and remove a provider key.
import { html, nothing } from 'lit-html'
import { ask, field, textIn } from './kit/dialog.ts'
import { announce } from './kit/parts.ts'
import { self } from './session.ts'
import type { Stage } from './view.ts'

interface Api {
  /** Slug of the API, under which its key is stored. */
  readonly slug: string
  readonly title: string
  /** Names of the parts of the key, if it has several. */
  readonly keyParts?: readonly string[] | undefined
}

export async function storeKey({ slug, title, keyParts }: Api, { reload }: Pick<Stage, 'reload'>): Promise<void> {
  const isDone = await ask({
    title: `Provider key of ${title}`,
    action: 'Store key',
    content: html`<p class="muted">Its calls go to the real provider from then on. The key is sealed, and never shown again.</p>
      ${(keyParts ?? []).map((part) => secretField(`part ${part}`, part))}
      ${keyParts ? nothing : secretField('key', 'Key')}`,
    submit: (form) => self.setProviderKey({ slug, body: bodyIn(form, keyParts) }),
  })
  if (!isDone) return
  announce(`The key of ${title} is stored; calls go to its provider.`)
  await reload()
}

const secretField = (name: string, label: string) =>
  field(name, label, { type: 'password', isRequired: true, hint: 'Exactly as the provider gave it.' })

function bodyIn(form: FormData, keyParts: readonly string[] | undefined) {
  if (!keyParts) return { key: textIn(form, 'key') }
  return { parts: Object.fromEntries(keyParts.map((part) => [part, textIn(form, `part ${part}`)])) }
}

export async function removeKey({ slug, title }: Api, { reload }: Pick<Stage, 'reload'>): Promise<void> {
  const isDone = await ask({
    title: `Remove the key of ${title}?`,
    action: 'Remove key',
    isDangerous: true,
    content: html`<p>The gateway forgets the key for good, and your choice of provider with it. Calls are then answered as for an account without a key.</p>`,
    submit: () => self.removeProviderKey({ slug }),
  })
  if (!isDone) return
  announce(`The key of ${title} is removed.`)
  await reload()
}
