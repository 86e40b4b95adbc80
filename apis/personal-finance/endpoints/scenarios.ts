// Budget events of one scenario.
import { body, get, int, list, nullable, post, req, str } from '#define'
import { eventWindow, repeatType } from '../parameters.ts'
import { Event } from '../schemas.ts'

const id = int({ doc: 'Scenario.' })

export const scenarios = {
  listScenarioEvents: get('/scenarios/{id}/events', 'Budget events of a scenario', {
    params: { id, ...eventWindow },
    invalid: 'provider',
    missing: 'provider',
    returns: list(Event),
  }),
  createEvent: post('/scenarios/{id}/events', 'New budget event or series of events', {
    params: { id },
    body: body({
      category_id: req.int(),
      date: req.str({ doc: 'Day of the first event, YYYY-MM-DD.' }),
      amount: req.num({ doc: 'Signed: positive for income, negative for spending.' }),
      repeat_type: req.str({ doc: repeatType }),
      repeat_interval: int({ doc: '1 by default.' }),
      note: nullable(str()),
    }),
    invalid: 'provider',
    returns: Event,
    status: 201,
  }),
}
