// What a document format has to know: where its texts are, and how to write it again with other texts.
import type { TagRules, TranslatePassages } from '../../text/markup.ts'

export interface DocumentFormat {
  readonly contentType: string
  readonly maxBytes: number
  /** Characters that are billed at least. */
  readonly minimumBilled: number
  translate(bytes: Buffer, translate: TranslatePassages): Promise<Buffer>
  /** How its files begin, where that is fixed, within their first 1,024 bytes. */
  readonly signature?: string
  /** Other types that it can be written as, by extension. */
  readonly conversions?: Readonly<Record<string, Pick<DocumentFormat, 'contentType' | 'translate'>>>
}

/** Every tag belongs to the text around it. */
export const inlineXml: TagRules = {
  ...{ kind: 'xml', version: 'v1', outline: false },
  ...{ splitting: new Set(), nonSplitting: new Set(), ignored: new Set() },
}
