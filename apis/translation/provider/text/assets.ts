// Finds the account's resources for a translation: glossaries, a style rule list and a translation memory.
import type { Call } from '#define'
import { badRequest } from '../errors.ts'
import type { GlossaryChoice, TermsFor } from '../glossaries/terms.ts'
import { baseOf } from '../language-code.ts'
import { hasStyleRules } from '../languages/catalogue.ts'
import type { MemoryLookup } from '../memories/lookup.ts'
import type { StyleStore } from '../styles/store.ts'
import type { Languages } from './fields.ts'
import type { TranslationRequest } from './translator.ts'

export interface AssetFields extends GlossaryChoice {
  readonly style_id?: string | undefined
  readonly translation_memory_id?: string | undefined
  readonly translation_memory_threshold?: number | undefined
}
interface AssetDeps {
  readonly termsFor: TermsFor
  readonly styles: StyleStore
  readonly memories: MemoryLookup
}
type Assets = Pick<TranslationRequest, 'terms' | 'memory' | 'instructions'>
export type FindAssets = (fields: AssetFields, languages: Languages, call: Pick<Call, 'account'>) => Promise<Assets>

const defaultThreshold = 75

/** Creates the search, which throws 400 or 404 if a named resource does not exist or does not fit the languages. */
export function createFindAssets({ termsFor, styles, memories }: AssetDeps): FindAssets {
  return async (fields, { source, target }, { account }) => {
    const base = baseOf(target)
    const terms = await termsFor(account, fields, { ...(source === undefined ? {} : { source }), target: base })
    let instructions: readonly string[] = []
    if (fields.style_id !== undefined && fields.style_id !== '') {
      const style = await styles.get(account, fields.style_id)
      if (!hasStyleRules(target) || style.language !== base)
        throw badRequest(`The style rule list is for ${style.language}, not for ${target}.`)
      instructions = style.asInstructions(source)
    }
    const { translation_memory_id: memoryId, translation_memory_threshold: threshold = defaultThreshold } = fields
    const memory =
      memoryId === undefined || memoryId === ''
        ? undefined
        : await memories(account, memoryId, { source, target, threshold })
    return { terms, instructions, memory }
  }
}
