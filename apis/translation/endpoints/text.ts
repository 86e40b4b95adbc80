// The endpoint that translates texts.
import { body, bool, int, list, obj, oneOf, opt, post, req, str } from '#define'
import { jsonOrForm, reportingTag, translationFields } from '../parameters.ts'

const tags = (doc: string) => list(str(), { doc: `${doc} In a form also one comma-separated string.` })

export const text = {
  translate: post('/v2/translate', 'Translation of one or more texts', {
    effect: 'spend',
    params: { ...reportingTag },
    body: body(
      {
        text: req.list(str(), {
          doc: 'Texts, each translated separately; at most 50. Repeated in a form.',
          example: ['Good morning'],
        }),
        target_lang: req.str({ doc: 'Language to translate into, in any case.', example: 'DE' }),
        ...translationFields,
        context: str({ doc: 'Text that informs the translation; neither translated nor billed.' }),
        show_billed_characters: bool({ doc: 'Adds the billed characters to each translation.' }),
        split_sentences: str({
          doc: '`1` on punctuation and newlines, `nonewlines` on punctuation only (default for html), `0` not at all.',
        }),
        preserve_formatting: bool({ doc: 'Keeps punctuation at the edges and the case of the first letter.' }),
        model_type: str({ doc: '`quality_optimized`, `prefer_quality_optimized` or `latency_optimized`.' }),
        custom_instructions: list(str(), { doc: 'Up to 10 instructions of at most 300 characters.' }),
        tag_handling: str({ doc: '`xml` or `html`; plain text by default.' }),
        tag_handling_version: str({ doc: '`v2` refuses malformed XML, `v1` is lenient.' }),
        outline_detection: bool({
          doc: 'Whether sentence boundaries are detected from the XML itself; true by default.',
        }),
        non_splitting_tags: tags('XML tags that never end a sentence.'),
        splitting_tags: tags('XML tags that always end a sentence.'),
        ignore_tags: tags('XML tags whose content stays as it is.'),
      },
      jsonOrForm,
    ),
    returns: obj({
      translations: list(
        obj({
          detected_source_language: str(),
          text: str(),
          billed_characters: opt(int({ min: 0 })),
          model_type_used: opt(str()),
          tag_handling_version: opt(oneOf(['v1', 'v2'])),
        }),
        { min: 1, doc: 'In the order of the texts.' },
      ),
    }),
    limits: { bodyBytes: 128 * 1024, firstByteMs: 60_000 },
  }),
}
