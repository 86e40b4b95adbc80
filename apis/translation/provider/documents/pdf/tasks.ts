// Tasks and results of the process for PDF, as plain data.

/** The paragraphs of each page. */
export type Pages = readonly (readonly string[])[]
export type PdfTask =
  | { readonly kind: 'read'; readonly bytes: Uint8Array }
  | { readonly kind: 'write'; readonly pages: Pages; readonly as: 'pdf' | 'docx' }
/** `unwritable`: a character is missing from the standard PDF fonts. */
export type PdfProblem = 'protected' | 'too many pages' | 'too long' | 'unwritable'
export type PdfResult = { readonly pages: Pages } | { readonly bytes: Uint8Array } | { readonly problem: PdfProblem }

export const mostPages = 1000
/** Limit of all pages together. */
export const mostCharacters = 2_000_000
