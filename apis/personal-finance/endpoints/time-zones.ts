// The time zones that a user can choose.
import { get, int, list, obj, str } from '#define'

export const timeZones = {
  listTimeZones: get('/time_zones', 'All time zones', {
    returns: list(
      obj({
        name: str({ doc: 'The value for `time_zone` of a user.' }),
        utc_offset: int({ doc: 'Current offset in seconds east of UTC.' }),
        formatted_name: str(),
        formatted_offset: str(),
        abbreviation: str(),
        identifier: str({ doc: 'Name in the tz database.' }),
      }),
    ),
  }),
}
