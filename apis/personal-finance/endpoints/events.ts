// Single budget events: occurrences of a series in the forecast.
import { body, del, empty, get, int, nullable, put, req, str } from '#define'
import { amount, behaviourDoc, behaviours, repeatType } from '../parameters.ts'
import { Event } from '../schemas.ts'

const id = str({ doc: 'Event: series and Unix seconds of its day, joined by a hyphen.', example: '5301-1769904000' })
const behaviour = req.oneOf(behaviours, { doc: behaviourDoc })

export const events = {
  getEvent: get('/events/{id}', 'One budget event', { params: { id }, invalid: 'provider', returns: Event }),
  updateEvent: put('/events/{id}', 'Changes to a budget event or its series', {
    params: { id },
    body: body({
      behaviour,
      amount,
      repeat_type: str({ doc: repeatType }),
      repeat_interval: int(),
      note: nullable(str()),
    }),
    invalid: 'provider',
    returns: Event,
    doc: 'With `forward` the series is cut in two, so the event may come back under another series.',
  }),
  deleteEvent: del('/events/{id}', 'Removal of a budget event or its series', {
    params: { id, behaviour },
    invalid: 'provider',
    missing: 'provider',
    returns: empty(),
    status: 204,
  }),
}
