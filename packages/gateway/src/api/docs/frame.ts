// The frame around every page of the reference: `packages/console/docs.html`, in the clothes of the console.
import { html, type Markup } from './markup.ts'

export interface PageParts {
  readonly title: string
  readonly navigation: Markup
  readonly content: Markup
}

/** The path under which the console keeps the frame; it is no page of its own. */
export const framePath = '/console/docs.html'

/** Returns the text of the page with these parts in the frame. */
export function framed(frame: string, { title, navigation, content }: PageParts): string {
  const parts: Readonly<Record<string, string>> = {
    title: html`${title}`.text,
    navigation: navigation.text,
    content: content.text,
  }
  return frame.replace(/\{(title|navigation|content)\}/g, (_whole, name) => parts[name] ?? '')
}
