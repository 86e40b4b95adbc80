// The time zones that a user can choose.
import { get, int, list, obj, str } from '#define'

export const timeZones = {
  listTimeZones: get('/time_zones', 'All time zones', {
    returns: list(
      obj({
        name: str({ doc: 'What `time_zone` of a user holds.' }),
        utc_offset: int({ doc: 'Seconds east of UTC, at present.' }),
        formatted_name: str(),
        formatted_offset: str(),
        abbreviation: str(),
        identifier: str({ doc: 'Name in the tz database.' }),
      }),
    ),
  }),
}
