// Endpoints that list languages and the features of each.
import { bool, get, list, map, obj, oneOf, opt, req, str } from '#define'

const status = oneOf(['stable', 'beta', 'early_access'])

export const languages = {
  languageResources: get('/v3/languages/resources', 'Resources of the provider and the features each can have', {
    returns: list(
      obj({
        name: str(),
        features: list(obj({ name: str(), needs_source_support: opt(bool()), needs_target_support: opt(bool()) })),
      }),
    ),
  }),
  languages: get('/v3/languages', 'Languages of one resource with the features of each', {
    params: {
      resource: req.str({
        doc: '`translate_text`, `translate_document`, `voice`, `write`, `glossary`, `style_rules` or `translation_memory`.',
        example: 'translate_text',
      }),
      include: list(str(), {
        repeat: true,
        doc: 'Beyond the stable ones: `beta`, and `external` for those of partners.',
      }),
    },
    returns: list(
      obj({
        lang: str({ doc: 'BCP 47.' }),
        name: str({ doc: 'In English.' }),
        usable_as_source: bool(),
        usable_as_target: bool(),
        status,
        features: map(obj({ status, external: opt(bool()) })),
      }),
    ),
  }),
  languagesV2: get('/v2/languages', 'Languages of text translation', {
    params: {
      type: oneOf(['source', 'target'], { default: 'source', beyond: true, doc: 'Which side of a translation.' }),
    },
    returns: list(obj({ language: str(), name: str(), supports_formality: opt(bool({ doc: 'Targets only.' })) })),
    deprecated: 'Use GET /v3/languages with resource=translate_text.',
    beyond: true,
  }),
}
