// What the process for PDF does, as plain data.

/** The paragraphs of each page. */
export type Pages = readonly (readonly string[])[]
export type PdfTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'write'; readonly pages: Pages; readonly as: 'pdf' | 'docx' }
/** `unwritable`: a character that the fonts of every reader lack. */
export type PdfProblem = 'protected' | 'too many pages' | 'too long' | 'unwritable'
export type PdfResult = { readonly pages: Pages } | { readonly bytes: Uint8Array } | { readonly problem: PdfProblem }

export const mostPages = 1000
/** Of all pages. */
export const mostCharacters = 2_000_000
