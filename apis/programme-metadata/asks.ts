// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  getDefinition: ['Which feeds and filters does the programme API have?', 'Describe all feeds with their options'],
  listAvailabilities: [
    'When can I watch a programme on demand?',
    'Until when is an episode available online?',
    'What is on catch-up?',
    'Is a show still on the player, and how long can I stream it?',
  ],
  listBroadcasts: [
    'When was this shown on television?',
    'Repeats of a programme',
    'On which radio station is it broadcast?',
    'Next and earlier showings of an episode',
  ],
  listGroups: ['Which collections and seasons of programmes are there?', 'Box sets, galleries and franchises'],
  listImages: ['Pictures of a programme', 'Find images and galleries'],
  listItems: [
    'Which songs were played in the show?',
    'Track list, chapters and segments of a programme',
    'Name of the record that was played on the radio',
  ],
  listMasterBrands: ['Which master brands are there?', 'List channel brands'],
  listPeople: [
    'Who appears in the programme?',
    'Presenters, actors and bands',
    'Find a contributor by name',
    'In what does an actor or presenter appear?',
  ],
  listPips: ['Raw entities of the programme identifiers', 'Changes in the pid store'],
  getProgrammeDetails: ['Everything about one programme', 'Titles, genres and versions of an episode by pid'],
  listProgrammes: [
    'Find comedies on television',
    'Search programmes by word or genre',
    'Which episodes does a series have?',
    'Look for a show, film or documentary by title',
  ],
  listPromotions: ['What is being promoted on the home page?', 'Promotions of programmes'],
  listSchedules: [
    'What is on TV tonight?',
    'Television guide for a channel',
    'What is on the radio now and next?',
    'What is showing on a channel this evening?',
  ],
  getSchema: ['XML schema of the feeds', 'XSD of the programme data'],
  listServices: [
    'Which TV channels and radio stations are there?',
    'List of services and regions',
    'Stations and channels by type or region',
  ],
  listVersions: ['Is there a signed or audio-described version?', 'Durations of the versions of an episode'],
  getBrand: ['Show one brand by its pid', 'Details of a show'],
  listBrandFranchises: ['Which franchise does a show belong to?', 'Franchises of a brand'],
  getEpisode: ['Show one episode by its pid', 'What is this episode about?'],
  listEpisodeAncestors: ['Which series does an episode belong to?', 'Parents of an episode'],
  listEpisodeFormats: ['Is the episode a film, a documentary or a talk show?', 'Formats of an episode'],
  listEpisodeGenreGroups: ['Genres of one episode', 'Which genre groups is an episode in?'],
  getImage: ['Show one image by its pid', 'Details of a picture'],
  getMasterBrand: ['Show one master brand', 'Details of a channel brand'],
  getPromotion: ['Show one promotion by its pid', 'What does this promotion advertise?'],
}

/** Further search words for the API. */
export const words = {
  getDefinition: 'api definition feeds filters options describe parameters possible',
  listAvailabilities:
    'on demand catch up iplayer player available online until expire expires watch stream how long stay removed territory can I still it',
  listBroadcasts:
    'broadcast broadcasts shown aired repeat repeated repeats again next when transmission showing showings time premiere first last documentary channel airing was it on will be',
  listGroups: 'collection collections season seasons gallery franchise box set group curated theme ',
  listImages: 'image images picture pictures photo photos still poster artwork thumbnail of the show',
  listItems:
    'songs tracks music record records played dj track list chapter segment segments tune listened artist which song was',
  listMasterBrands: 'master brand brands channel channels network networks',
  listPeople:
    'people person cast host hosts presenter presenters actor actress contributor guest band star appears who played stars acts in it',
  listPips: 'raw entities pids changes pips store',
  getProgrammeDetails: 'programme details everything full one pid versions genres titles all about this',
  listProgrammes:
    'programme programmes show shows series episodes comedy drama documentary film search find title genre children about tv television clips brand a',
  listPromotions: 'promotion promoted promotions home page trailers featured advert advertised what is',
  listSchedules:
    'schedule tonight evening today tomorrow now next on tv television radio channel guide listing listings epg eight nine clock what is on later programme times ',
  getSchema: 'schema xml xsd document definition',
  listServices: 'channels stations services tv radio regional region local wales scotland list which ',
  listVersions:
    'version versions signed sign language audio described description subtitle duration length edition edited hearing impaired deaf blind minutes long with',
  getBrand: 'brand show pid one details raw',
  listBrandFranchises: 'franchise franchises brand show belongs spin-off',
  getEpisode: 'episode pid one details about synopsis plot raw summary',
  listEpisodeAncestors: 'series brand parents ancestors above episode belongs hierarchy part of',
  listEpisodeFormats: 'format formats film documentary talk animation game show kind episode type',
  listEpisodeGenreGroups: 'genre genres comedy drama episode kind group',
  getImage: 'image picture photo pid one raw',
  getMasterBrand: 'master brand channel one details mid raw',
  getPromotion: 'promotion advert pid one trailer raw',
}

/** Proper names that belong to the API. */
export const topics =
  'bbc radio one two three four wales scotland news eastenders doctor who attenborough newsnight proms match'
