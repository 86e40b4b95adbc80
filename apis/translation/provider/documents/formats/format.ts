// The interface of a document format: it finds the texts of a document, and writes it again with others.
import type { TagRules } from '../../text/markup.ts'
import type { TranslatePassages } from '../../text/parts.ts'

export interface DocumentFormat {
  readonly contentType: string
  readonly maxBytes: number
  /** Minimum of billed characters. */
  readonly minimumBilled: number
  /** `target`: the language of the result, as its formats write it. */
  translate(bytes: Buffer, translate: TranslatePassages, left?: Left, target?: string): Promise<Buffer>
  /** The beginning of every file of the format, if it is fixed, within the first 1,024 bytes. */
  readonly signature?: string
  /** Other types in which it can be written, by extension. */
  readonly conversions?: Readonly<Record<string, Pick<DocumentFormat, 'contentType' | 'translate'>>>
}

/** Counts a text that stays in the source language, on purpose or because it could not be read. */
export type Left = (why: 'kept' | 'unreadable') => void

/** Rules by which every tag belongs to the surrounding text. */
export const inlineXml: TagRules = {
  kind: 'xml',
  version: 'v1',
  outline: false,
  splitting: new Set(),
  nonSplitting: new Set(),
  ignored: new Set(),
}
