// The endpoints of the provider (SOURCES 1.2): three lists, one or several records by id, the addresses of the lists,
// and the avatars. Invalid ids and pages reach the provider, which responds in its own words.
import { anyOf, bytes, get, int, list, nullable, obj, oneOf, type Pages, type Shape, str } from '#define'

const link = obj({ name: str({ doc: 'Name, or unknown.' }), url: str({ doc: 'Address of the record, or empty.' }) })
const created = str({ format: 'date-time' })

const character = obj({
  id: int(),
  name: str(),
  status: oneOf(['Alive', 'Dead', 'unknown']),
  species: str(),
  type: str({ doc: 'Subspecies; often empty.' }),
  gender: oneOf(['Female', 'Male', 'Genderless', 'unknown']),
  origin: link,
  location: link,
  image: str({ doc: 'Address of an avatar, 300 x 300.' }),
  episode: list(str(), { doc: 'Addresses of the episodes.' }),
  url: str(),
  created,
})
const location = obj({
  id: int(),
  name: str(),
  type: str(),
  dimension: str(),
  residents: list(str(), { doc: 'Addresses of the characters.' }),
  url: str(),
  created,
})
const episode = obj({
  id: int(),
  name: str(),
  air_date: str({ example: 'March 4, 2019' }),
  episode: str({ doc: 'Season and number.', example: 'S01E01' }),
  characters: list(str(), { doc: 'Addresses of the characters.' }),
  url: str(),
  created,
})

const info = obj({
  count: int({ doc: 'Number of matching records.' }),
  pages: int(),
  next: nullable(str(), { doc: 'Address of the next page.' }),
  prev: nullable(str(), { doc: 'Address of the previous page.' }),
})
const page = int({ beyond: true, doc: 'Page, from 1; a page that does not exist is a 404.' })
const pages: Pages = { parameter: 'page', counts: 'pages', items: ['results'] }
const name = str({ doc: 'Part of the name, in any case.' })
const paged = <S extends Shape<unknown>>(item: S) => obj({ info, results: list(item) })
const filtering = 'All filters must match. When nothing matches, the answer is a 404.'

const id = int({
  doc: 'Id, or several as 1,2,3 or [1,2,3]: then the answer is a list of those that exist.',
  example: 1,
  also: '^\\[?\\d+(,\\d*)*\\]?$',
})

export const endpoints = {
  listCharacters: get('/character', 'Characters, twenty per page', {
    params: {
      name,
      status: oneOf(['alive', 'dead', 'unknown'], {
        doc: 'Any other text is sent on, and matches a part of it.',
        example: 'alive',
      }),
      species: str({ beyond: true, doc: 'Part of the species.' }),
      type: str({ beyond: true, doc: 'Part of the kind.' }),
      gender: oneOf(['female', 'male', 'genderless', 'unknown'], {
        beyond: true,
        doc: 'Any other text is sent on, and matches a part of it.',
      }),
      page,
    },
    returns: paged(character),
    pages,
    doc: filtering,
    invalid: 'provider',
  }),
  getCharacter: get('/character/{id}', 'One character, or several', {
    params: { id },
    returns: anyOf([character, list(character)]),
    invalid: 'provider',
  }),
  getLocation: get('/location/{id}', 'One location, or several', {
    params: { id },
    returns: anyOf([location, list(location)]),
    invalid: 'provider',
  }),
  getEpisode: get('/episode/{id}', 'One episode, or several', {
    params: { id },
    returns: anyOf([episode, list(episode)]),
    invalid: 'provider',
  }),
  listLocations: get('/location', 'Locations, twenty per page', {
    params: {
      name,
      type: str({ doc: 'Part of the kind.' }),
      dimension: str({ doc: 'Part of the dimension.' }),
      page,
    },
    returns: paged(location),
    pages,
    doc: filtering,
    invalid: 'provider',
    beyond: true,
  }),
  listEpisodes: get('/episode', 'Episodes, twenty per page', {
    params: { name, episode: str({ doc: 'Part of the season and number.', example: 'S01' }), page },
    returns: paged(episode),
    pages,
    doc: filtering,
    invalid: 'provider',
    beyond: true,
  }),
  addresses: get('/', 'Addresses of the three lists', {
    returns: obj({ characters: str(), locations: str(), episodes: str() }),
    beyond: true,
  }),
  avatar: get('/character/avatar/{file}', 'Picture of a character, 300 x 300', {
    params: { file: str({ doc: 'Id of the character and .jpeg', example: '1.jpeg' }) },
    returns: bytes('image/jpeg'),
    beyond: true,
  }),
}
