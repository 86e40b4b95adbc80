// Dialogs that store and remove a provider key.
import { html } from 'lit-html'
import { ask, field, textIn } from './kit/dialog.ts'
import { announce } from './kit/parts.ts'
import { self } from './session.ts'
import type { Stage } from './view.ts'

interface Api {
  /** Slug of the API, under which its key is stored. */
  readonly slug: string
  readonly title: string
}

export async function storeKey({ slug, title }: Api, { reload }: Pick<Stage, 'reload'>): Promise<void> {
  const isDone = await ask({
    title: `Provider key of ${title}`,
    action: 'Store key',
    content: html`<p class="muted">Its calls go to the real provider from then on. The key is sealed, and never shown again.</p>
      ${field('key', 'Key', { type: 'password', isRequired: true, hint: 'Exactly as the provider gave it.' })}`,
    submit: (form) => self.setProviderKey({ slug, body: { key: textIn(form, 'key') } }),
  })
  if (!isDone) return
  announce(`The key of ${title} is stored; calls go to its provider.`)
  await reload()
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
