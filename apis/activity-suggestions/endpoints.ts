// The endpoints of the provider (SOURCES 2), and those of the older provider of the same data, which many clients still
// call (SOURCES 3). An invalid parameter reaches the provider, which responds in its own words.
import { anyOf, bool, get, int, list, num, obj, oneOf, str } from '#define'

const key = str({ doc: 'Seven digits.', example: '9906397' })
const activity = obj({
  activity: str({ doc: 'What to do, in one sentence.' }),
  availability: num({ min: 0, max: 1, doc: 'How hard it is to do; 0 is easiest.' }),
  type: str(),
  participants: int({ min: 1 }),
  price: num({ min: 0, max: 1, doc: 'How much it costs; 0 is free.' }),
  accessibility: str({ doc: 'Few to no challenges, Minor challenges or Major challenges.' }),
  duration: oneOf(['minutes', 'hours', 'days', 'weeks']),
  kidFriendly: bool(),
  link: str({ doc: 'Address with more about it, or empty.' }),
  key,
})

const type = str({
  doc: 'education, recreational, social, charity, cooking, relaxation or busywork; older data also has diy and music.',
  example: 'cooking',
})
const participants = int({ doc: 'Exact number of people.', example: 2 })

const older = {
  params: {
    key,
    type,
    participants,
    minparticipants: int({ doc: 'Fewest people; overrides participants.' }),
    maxparticipants: int({ doc: 'Most people; overrides participants.' }),
    price: num({ doc: 'Exact price.' }),
    minprice: num({ doc: 'Lowest price; overrides price.' }),
    maxprice: num({ doc: 'Highest price; overrides price.' }),
    accessibility: num({ doc: 'How hard it is to do, exactly.' }),
    minaccessibility: num({ doc: 'Lowest value; overrides accessibility.' }),
    maxaccessibility: num({ doc: 'Highest value; overrides accessibility.' }),
  },
  returns: anyOf([
    obj({
      activity: str(),
      type: str(),
      participants: int(),
      price: num(),
      link: str(),
      key,
      accessibility: num({ doc: 'Called availability elsewhere.' }),
    }),
    obj({ error: str({ doc: 'No match, or a parameter that should be a number is not one.' }) }),
  ]),
  doc: 'Bounds are inclusive. Errors have status 200 too. Only the embedded provider is certain to have this path.',
  invalid: 'provider',
  beyond: true,
} as const

const dollars = (doc: string) => str({ doc, example: '$$' })
const second = {
  params: {
    type,
    participants,
    minparticipants: older.params.minparticipants,
    maxparticipants: older.params.maxparticipants,
    price: dollars('As displayed, from $ (free or nearly free) to $$$$$.'),
    minprice: dollars('Lowest price as displayed; overrides price.'),
    maxprice: dollars('Highest price as displayed; overrides price.'),
    availability: num({ doc: 'How hard it is to do, exactly.' }),
    minavailability: num({ doc: 'Lowest value; overrides availability.' }),
    maxavailability: num({ doc: 'Highest value; overrides availability.' }),
  },
  returns: anyOf([
    obj({
      activity: obj({
        activity: str(),
        accessibility: str({ doc: 'Few to no challenges, Minor challenges or Major challenges.' }),
        type: str(),
        participants: int(),
        link: str(),
        key,
        duration: str(),
        kidFriendly: bool(),
        price: str({ doc: 'One to five dollar signs.' }),
      }),
    }),
    obj({ error: str({ doc: 'No match, or a value that cannot be read.' }) }),
  ]),
  doc: older.doc,
  invalid: 'provider',
  beyond: true,
} as const

export const endpoints = {
  random: get('/random', 'One random activity', { returns: activity }),
  filter: get('/filter', 'All activities of a type or for a number of people', {
    params: { type, participants },
    returns: list(activity),
    doc: 'Both filters are optional. When nothing matches, the answer is a 404.',
    invalid: 'provider',
  }),
  activity: get('/activity/{key}', 'One activity by its key', { params: { key }, returns: activity, beyond: true }),
  match: get('/api/activity', 'One random match, as the older provider answers', older),
  matchV1: get('/api/v1/activity', 'One random match, under the version prefix', older),
  matchV2: get('/api/v2/activities', 'One random match, as its second version answers', second),
  activityV2: get('/api/v2/activities/{key}', 'One activity by its key, as its second version answers', {
    ...second,
    params: { key, ...second.params },
  }),
}
