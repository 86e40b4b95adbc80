// The endpoints of the provider (SOURCES 2), and those of the older provider of the same data, which many clients still
// call (SOURCES 3). A parameter that does not fit its declaration reaches the provider, which answers in its own words.
import { anyOf, bool, get, int, list, num, obj, oneOf, str } from '#define'

const key = str({ doc: 'Seven digits.', example: '9906397' })
const activity = obj({
  activity: str({ doc: 'What to do, in one sentence.' }),
  availability: num({ min: 0, max: 1, doc: 'How hard it is to get at; 0 is easiest.' }),
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
    minparticipants: int({ doc: 'Fewest people; then participants does not count.' }),
    maxparticipants: int({ doc: 'Most people; then participants does not count.' }),
    price: num({ doc: 'Exact price.' }),
    minprice: num({ doc: 'Lowest price; then price does not count.' }),
    maxprice: num({ doc: 'Highest price; then price does not count.' }),
    accessibility: num({ doc: 'How hard it is to get at, exactly.' }),
    minaccessibility: num({ doc: 'Lowest value; then accessibility does not count.' }),
    maxaccessibility: num({ doc: 'Highest value; then accessibility does not count.' }),
  },
  returns: anyOf([
    obj({
      activity: str(),
      type: str(),
      participants: int(),
      price: num(),
      link: str(),
      key,
      accessibility: num({ doc: 'What is called availability elsewhere.' }),
    }),
    obj({ error: str({ doc: 'Nothing fits, or a number is none.' }) }),
  ]),
  doc: 'Bounds are inclusive. An error has status 200 as well. Only the embedded provider is sure to have this address.',
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
    price: dollars('As it is shown, $ (free or nearly) to $$$$$.'),
    minprice: dollars('Lowest price as it is shown; then price does not count.'),
    maxprice: dollars('Highest price as it is shown; then price does not count.'),
    availability: num({ doc: 'How hard it is to get at, exactly.' }),
    minavailability: num({ doc: 'Lowest value; then availability does not count.' }),
    maxavailability: num({ doc: 'Highest value; then availability does not count.' }),
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
    obj({ error: str({ doc: 'Nothing fits, or a value is none.' }) }),
  ]),
  doc: older.doc,
  invalid: 'provider',
  beyond: true,
} as const

export const endpoints = {
  random: get('/random', 'One random activity', { returns: activity }),
  filter: get('/filter', 'All activities of a kind or for a number of people', {
    params: { type, participants },
    returns: list(activity),
    doc: 'Both, either or none may be given. When nothing fits the answer is a 404.',
    invalid: 'provider',
  }),
  activity: get('/activity/{key}', 'One activity by its key', { params: { key }, returns: activity, beyond: true }),
  match: get('/api/activity', 'One random activity that fits, as the older provider answers', older),
  matchV1: get('/api/v1/activity', 'One random activity that fits, under the version prefix', older),
  matchV2: get('/api/v2/activities', 'One random activity that fits, as its second version answers', second),
  activityV2: get('/api/v2/activities/{key}', 'One activity by its key, as its second version answers', {
    ...second,
    params: { key, ...second.params },
  }),
}
