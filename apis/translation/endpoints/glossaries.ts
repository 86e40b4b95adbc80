// Endpoints of glossaries with several language pairs (version 3). A dictionary is the part of a glossary for one pair.
import { body, del, empty, get, list, obj, oneOf, opt, patch, post, put, req, str } from '#define'
import { entriesFormat, glossaryBodyBytes, jsonOrForm } from '../parameters.ts'
import { DictionaryInfo, Glossary } from '../schemas.ts'

const pair = {
  source_lang: req.str({ doc: 'Base language of the source terms.', example: 'en' }),
  target_lang: req.str({ doc: 'Base language of the target terms.', example: 'de' }),
}
// never required: a form names the members of dictionaries one by one and has no field of this name
const dictionaries = (doc: string) =>
  list(obj({ source_lang: str(), target_lang: str(), entries: opt(str()), entries_format: opt(entriesFormat) }), {
    doc: `${doc} In a form: \`dictionaries[0].source_lang\` and so on.`,
  })
const limits = { bodyBytes: glossaryBodyBytes }

export const glossaries = {
  listGlossaries: get('/v3/glossaries', 'All glossaries, without their entries', {
    returns: obj({ glossaries: list(Glossary) }),
  }),
  createGlossary: post('/v3/glossaries', 'New glossary with its dictionaries', {
    body: body(
      { name: req.str({ doc: 'At most 1024 bytes.' }), dictionaries: dictionaries('Dictionaries to start with.') },
      jsonOrForm,
    ),
    returns: Glossary,
    status: 201,
    limits,
  }),
  getGlossary: get('/v3/glossaries/{glossary_id}', 'One glossary, without its entries', { returns: Glossary }),
  editGlossary: patch('/v3/glossaries/{glossary_id}', 'New name, or entries merged into one dictionary', {
    body: body(
      {
        name: str(),
        dictionaries: dictionaries('At most one dictionary; entries with the same source term are replaced.'),
      },
      jsonOrForm,
    ),
    returns: Glossary,
    limits,
  }),
  deleteGlossary: del('/v3/glossaries/{glossary_id}', 'Removal of a glossary', { returns: empty(), status: 204 }),
  getGlossaryEntries: get('/v3/glossaries/{glossary_id}/entries', 'Entries of the dictionary of a language pair', {
    params: pair,
    returns: obj({
      dictionaries: list(
        obj({ source_lang: str(), target_lang: str(), entries: str(), entries_format: oneOf(['tsv']) }),
      ),
    }),
  }),
  replaceDictionary: put('/v3/glossaries/{glossary_id}/dictionaries', 'Dictionary replaced or created', {
    body: body({ ...pair, entries: req.str({ doc: 'All entries.' }), entries_format: entriesFormat }, jsonOrForm),
    returns: DictionaryInfo,
    limits,
  }),
  deleteDictionary: del('/v3/glossaries/{glossary_id}/dictionaries', 'Removal of the dictionary of a language pair', {
    params: pair,
    returns: empty(),
    status: 204,
  }),
}
