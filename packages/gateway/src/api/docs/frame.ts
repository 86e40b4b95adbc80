// The frame around every page of the reference: `packages/console/docs.html`, in the clothes of the console.
import type { Page } from '../../call/http/stored-page.ts'
import { html, type Markup } from './markup.ts'

export interface PageParts {
  readonly title: string
  readonly navigation: Markup
  readonly content: Markup
}

/** The path under which the console keeps the frame; it is no page of its own. */
export const framePath = '/console/docs.html'

/** Returns the page with these parts in the frame. */
export function framed(frame: Page, { title, navigation, content }: PageParts): Page {
  const parts: Readonly<Record<string, string>> = {
    title: html`${title}`.text,
    navigation: navigation.text,
    content: content.text,
  }
  const body = String(frame.body).replace(/\{(title|navigation|content)\}/g, (_whole, name) => parts[name] ?? '')
  return { ...frame, body }
}
