// Endpoints of term collections that help to transcribe speech, with one term list per language.
import { body, del, empty, get, list, obj, opt, patch, post, put, req, str } from '#define'
import { SpokenTerms, TermListInfo } from '../schemas.ts'

const entries = 'One term on each line, 300 characters in all, no term twice.'
const termLists = list(obj({ lang: str(), entries: opt(str({ doc: entries })) }), { doc: 'Term lists by language.' })

export const spokenTerms = {
  listSpokenTerms: get('/v3/spoken-terms', 'All collections of spoken terms', {
    returns: obj({ spoken_terms: list(SpokenTerms) }),
  }),
  createSpokenTerms: post('/v3/spoken-terms', 'New collection of spoken terms', {
    body: body({ name: req.str({ doc: 'At most 1024 bytes.' }), term_lists: termLists }),
    returns: SpokenTerms,
    status: 201,
  }),
  getSpokenTerms: get('/v3/spoken-terms/{spoken_terms_id}', 'One collection of spoken terms, without the terms', {
    returns: SpokenTerms,
  }),
  editSpokenTerms: patch('/v3/spoken-terms/{spoken_terms_id}', 'New name or new term lists of a collection', {
    body: body({ name: str(), term_lists: termLists }),
    returns: SpokenTerms,
  }),
  deleteSpokenTerms: del('/v3/spoken-terms/{spoken_terms_id}', 'Removal of a collection of spoken terms', {
    returns: empty(),
    status: 204,
  }),
  getSpokenTermEntries: get('/v3/spoken-terms/{spoken_terms_id}/entries', 'Terms of one language', {
    params: { lang: req.str({ doc: 'Language of the term list.', example: 'en' }) },
    returns: obj({ lang: str(), entries: str() }),
  }),
  replaceTermList: put('/v3/spoken-terms/{spoken_terms_id}/term-lists', 'Term list replaced or created', {
    body: body({ lang: req.str(), entries: req.str({ doc: entries }) }),
    returns: TermListInfo,
  }),
  deleteTermList: del('/v3/spoken-terms/{spoken_terms_id}/term-lists', 'Removal of the term list of one language', {
    params: { lang: req.str({ doc: 'Language of the term list.', example: 'en' }) },
    returns: empty(),
    status: 204,
  }),
}
