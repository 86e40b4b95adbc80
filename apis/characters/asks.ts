// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  listCharacters: [
    'Which characters are in the animated series?',
    'Find all characters called Rick',
    'Which aliens are dead?',
    'Who is in the show, by gender, species or whether dead',
  ],
  getCharacter: ['Who is character number one?', 'Tell me about one person of the cartoon', 'Is this character alive?'],
  getLocation: [
    'What is this planet like?',
    'Which residents does the place have?',
    'Details of a location of the show',
    'Who lives on this planet?',
  ],
  getEpisode: [
    'When was this episode aired?',
    'Which characters appear in an episode of the cartoon?',
    'Air date and cast of an episode',
  ],
  listLocations: ['Which planets and places does the show have?', 'List locations by dimension or type'],
  listEpisodes: [
    'List all episodes of the series',
    'Which episodes are in season two of the cartoon?',
    'Find an episode by its name',
  ],
  addresses: ['What lists does the characters API have?', 'Where do I find characters, places and episodes?'],
  avatar: ['Show a picture of the character', 'Portrait image of a cartoon figure'],
}

/** Further search words for the API. */
export const words = {
  listCharacters:
    'cartoon people alive dead unknown status species gender human alien robot female male name rick morty summer beth jerry search filter animated who is in the show everybody named',
  getCharacter:
    'cartoon person id species gender origin alive dead who details morty rick figure animated tell me about',
  getLocation: 'planet place world dimension residents inhabitants live home id who lives there',
  getEpisode: 'cartoon episode id aired air date cast appears happens show animated what of',
  listLocations: 'planets places worlds dimensions type filter name all where does it play space station',
  listEpisodes: 'cartoon episodes season title name list all show aired search how many premiere',
  addresses: 'endpoints links start overview root',
  avatar: 'picture portrait image face photo jpeg what does he look like',
}

/** Proper names that belong to the API. */
export const topics = 'rick morty summer beth jerry birdperson squanchy citadel c-137 portal'
