// One example call of each endpoint, with suggestions of the sample.
import { defineExamples } from '#define'
import { endpoints } from './endpoints.ts'

const dumplings = {
  activity: 'Fold dumplings together and compare the shapes',
  availability: 0.2,
  type: 'cooking',
  participants: 2,
  price: 0.2,
  accessibility: 'Few to no challenges',
  duration: 'hours',
  kidFriendly: true,
  link: '',
  key: '9906397',
}
const moths = {
  activity: 'Hang up a sheet with a lamp behind it and name the moths that come',
  availability: 0.35,
  type: 'education',
  participants: 1,
  price: 0,
  accessibility: 'Minor challenges',
  duration: 'hours',
  kidFriendly: true,
  link: '',
  key: '2200404',
}
const olderDumplings = {
  activity: dumplings.activity,
  type: 'cooking',
  participants: 2,
  price: 0.2,
  link: '',
  key: '9906397',
  accessibility: 0.2,
}
const secondDumplings = {
  activity: {
    activity: dumplings.activity,
    accessibility: dumplings.accessibility,
    type: 'cooking',
    participants: 2,
    link: '',
    key: '9906397',
    duration: 'hours',
    kidFriendly: true,
    price: '$',
  },
}

export const examples = defineExamples(endpoints, {
  random: { output: moths },
  filter: { params: { type: 'cooking', participants: 2 }, output: [dumplings] },
  activity: { params: { key: '9906397' }, output: dumplings },
  match: { params: { type: 'cooking', minparticipants: 2, maxprice: 0.2 }, output: olderDumplings },
  matchV1: { params: { key: '9906397' }, output: olderDumplings },
  matchV2: { params: { type: 'cooking', minparticipants: 2, maxprice: '$' }, output: secondDumplings },
  activityV2: { params: { key: '9906397' }, output: secondDumplings },
})
