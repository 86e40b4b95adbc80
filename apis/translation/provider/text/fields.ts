// Reads the options of a translation; errors have the provider's wording (SOURCES 2.4).
import { badRequest, notSpecified, notSupported } from '../errors.ts'
import { type Catalogue, hasFormality } from '../languages/catalogue.ts'
import type { TagRules } from './markup.ts'
import type { Splitting } from './sentences.ts'

interface LanguageFields {
  readonly source_lang?: string | undefined
  readonly target_lang?: string | undefined
  readonly formality?: string | undefined
}
interface TextFields {
  readonly split_sentences?: string | undefined
  readonly tag_handling?: string | undefined
  readonly tag_handling_version?: string | undefined
  readonly outline_detection?: boolean | undefined
  readonly splitting_tags?: readonly string[] | undefined
  readonly non_splitting_tags?: readonly string[] | undefined
  readonly ignore_tags?: readonly string[] | undefined
  readonly model_type?: string | undefined
}
export interface Languages {
  readonly source: string | undefined
  readonly target: string
  readonly formality: 'formal' | 'informal' | undefined
}

export function languagesIn(fields: LanguageFields, catalogue: Catalogue): Languages {
  const { source_lang, target_lang } = fields
  if (target_lang === undefined || target_lang === '') throw notSpecified('target_lang')
  const target = catalogue.target(target_lang)
  if (target === undefined) throw notSupported('target_lang', catalogue.targets)
  const source = source_lang === undefined || source_lang === '' ? undefined : catalogue.source(source_lang)
  if (source === undefined && source_lang) throw notSupported('source_lang', catalogue.sources)
  return { source, target, formality: formalityIn(fields.formality, target, catalogue) }
}

function formalityIn(formality: string | undefined, target: string, catalogue: Catalogue): Languages['formality'] {
  switch (formality) {
    case undefined:
    case '':
    case 'default':
      return undefined
    case 'more':
    case 'less':
      if (!catalogue.hasFormality(target)) throw badRequest(`Target language '${target}' doesn't support formality.`)
      return formality === 'more' ? 'formal' : 'informal'
    case 'prefer_more':
      return hasFormality(target) ? 'formal' : undefined
    case 'prefer_less':
      return hasFormality(target) ? 'informal' : undefined
    default:
      throw notSupported('formality')
  }
}

export function tagsIn(fields: TextFields): TagRules | undefined {
  const { tag_handling: kind, tag_handling_version: version = 'v2' } = fields
  if (version !== 'v1' && version !== 'v2') throw notSupported('tag_handling_version')
  if (kind === undefined || kind === '' || kind === '0') return undefined
  if (kind !== 'xml' && kind !== 'html') throw notSupported('tag_handling')
  return {
    kind,
    version,
    outline: fields.outline_detection ?? true,
    splitting: namesIn(fields.splitting_tags),
    nonSplitting: namesIn(fields.non_splitting_tags),
    ignored: namesIn(fields.ignore_tags),
  }
}

/** Names from a form, which sends one string with commas, or from a JSON list. */
function namesIn(names: readonly string[] = []): Set<string> {
  return new Set(
    names
      .flatMap((name) => name.split(','))
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
}

export function splittingIn({ split_sentences: split }: TextFields, tags: TagRules | undefined): Splitting {
  switch (split) {
    case undefined:
    case '':
      return tags?.kind === 'html' ? 'punctuation' : 'lines'
    case '1':
    case 'default':
      return 'lines'
    case 'nonewlines':
      return 'punctuation'
    case '0':
      return 'none'
    default:
      throw notSupported('split_sentences')
  }
}

/** The provider's kind of model to report as used; undefined if the caller named none. */
export function modelTypeIn({ model_type: type }: TextFields): string | undefined {
  switch (type) {
    case undefined:
    case '':
      return undefined
    case 'quality_optimized':
    case 'prefer_quality_optimized':
      return 'quality_optimized'
    case 'latency_optimized':
      return type
    default:
      throw notSupported('model_type')
  }
}

const maxInstructions = 10
const maxInstruction = 300

export function instructionsIn(instructions: readonly string[] = []): readonly string[] {
  if (instructions.length > maxInstructions)
    throw badRequest(`At most ${maxInstructions} custom_instructions are allowed.`)
  if (instructions.some((text) => [...text].length > maxInstruction))
    throw badRequest(`Each of custom_instructions has at most ${maxInstruction} characters.`)
  return instructions
}

/** Throws 400 unless the header is a single valid tag by the provider's rules. */
export function requireReportingTag(tag: string | undefined): void {
  if (tag === undefined) return
  if (!/^[\x21-\x7e]{1,100}$/.test(tag.trim())) throw badRequest('Invalid or missing argument: X-DeepL-Reporting-Tag')
}
