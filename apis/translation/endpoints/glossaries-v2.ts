// Endpoints of glossaries with one language pair (version 2). They share the store of version 3 and appear there too.
import { body, del, empty, get, list, obj, post, req, str, text } from '#define'
import { entriesFormat, glossaryBodyBytes, jsonOrForm } from '../parameters.ts'
import { GlossaryV2 } from '../schemas.ts'

export const glossariesV2 = {
  listGlossariesV2: get('/v2/glossaries', 'All glossaries of one language pair, without their entries', {
    returns: obj({ glossaries: list(GlossaryV2) }),
  }),
  createGlossaryV2: post('/v2/glossaries', 'New glossary of one language pair', {
    body: body(
      {
        name: req.str({ doc: 'At most 1024 bytes.' }),
        source_lang: req.str({ doc: 'Base language of the source terms.', example: 'en' }),
        target_lang: req.str({ doc: 'Base language of the target terms.', example: 'de' }),
        entries: req.str({ doc: 'All entries.' }),
        entries_format: entriesFormat,
      },
      jsonOrForm,
    ),
    returns: GlossaryV2,
    status: 201,
    limits: { bodyBytes: glossaryBodyBytes },
  }),
  getGlossaryV2: get('/v2/glossaries/{glossary_id}', 'One glossary of one language pair, without its entries', {
    returns: GlossaryV2,
  }),
  deleteGlossaryV2: del('/v2/glossaries/{glossary_id}', 'Removal of a glossary of one language pair', {
    returns: empty(),
    status: 204,
    doc: 'A glossary that was edited through version 3 cannot be removed here.',
  }),
  getGlossaryEntriesV2: get('/v2/glossaries/{glossary_id}/entries', 'Entries of a glossary as tab-separated lines', {
    params: { Accept: str({ in: 'header', doc: 'Only `text/tab-separated-values` is available.' }) },
    returns: text('text/tab-separated-values'),
  }),
  glossaryLanguagePairs: get('/v2/glossary-language-pairs', 'Language pairs that a glossary can have', {
    returns: obj({ supported_languages: list(obj({ source_lang: str(), target_lang: str() })) }),
    deprecated: 'Use GET /v3/languages with resource=glossary.',
    beyond: true,
  }),
}
