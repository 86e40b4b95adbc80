// Users' own phrases for each endpoint, which help agents find operations.
export const asks = {
  random: [
    'I am bored, what could I do?',
    'Suggest something to do this afternoon',
    'Give me a random idea for a hobby or pastime',
    'What should we get up to this weekend?',
  ],
  filter: [
    'What can four of us do together?',
    'Ideas for relaxing things to do',
    'Suggestions for cooking or charity activities for two people',
    'Educational or recreational things to do with a given number of participants',
  ],
  activity: [
    'What was the activity with this key?',
    'Show me that suggestion again',
    'Look up one activity by its number',
  ],
  match: [
    'Give me a random activity in the old format',
    'Any cheap activity for one person?',
    'An easy thing to do that costs nothing',
  ],
  matchV1: ['Random activity from version 1 of the API', 'Bored: suggestion through the v1 address'],
  matchV2: ['Random activity from version 2 of the API', 'Something to do with accessibility and duration given'],
  activityV2: ['The activity with this key in version 2', 'Details of one suggestion, second version'],
}

/** Further search words for the API. */
export const words = {
  random:
    'boredom pastime hobby kids fed up rainy day pass the time fun free evening inspiration surprise entertain yourself nothing to do bored suggest something anything idea',
  filter:
    'pastime hobby category busywork charity cooking diy education music recreational relaxation social people group couple friends alone solo partner family indoor together something to do with kind of thing for a',
  activity: 'key number id again same earlier details that suggestion',
  match: 'cheap free price cost easy accessible budget low effort between and range',
  matchV1: 'legacy older version',
  matchV2: 'newer version duration kid friendly accessibility price',
  activityV2: 'newer version key id details',
}
