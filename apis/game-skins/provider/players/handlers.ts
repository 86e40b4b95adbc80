// Checks whether a player exists. Offline, only sample players do.
import { type Call, type HandlersFor, refuse, reply } from '#define'
import { sampleHeaders } from '#provider'
import type { endpoints } from '../../endpoints.ts'
import { refused } from '../errors.ts'
import type { Traffic } from '../generate/traffic.ts'
import type { Sample, SamplePlayer } from '../sample/sample.ts'
import { plainUuid } from '../uuid.ts'

const headers = { 'cache-control': 'public, max-age=3600', ...sampleHeaders(true) }

/** The gateway's own error pair, because the provider's body has no message. */
const unknownPlayer = {
  code: 'provider.not_found',
  message: 'The sample has no such player. Real players are checked by the live provider only.',
}

interface PlayerDeps {
  readonly sample: Sample
  readonly traffic: Traffic
}

export function createPlayerHandlers({
  sample,
  traffic,
}: PlayerDeps): HandlersFor<typeof endpoints, 'validateName' | 'validateUuid'> {
  /** Throws a 404 that repeats the name or id of an unknown player. */
  function checked(player: SamplePlayer | undefined, sent: { readonly name?: string; readonly uuid?: string }) {
    if (!player) throw refuse(404, { valid: false, ...sent, error: unknownPlayer }, headers)
    return reply({ valid: true, uuid: player.uuid, name: player.name }, { headers })
  }
  const counted = (call: Call) => traffic.countValidation(call)

  return {
    async validateName({ name }, call) {
      await counted(call)
      if (name.length < 1 || name.length > 16) throw refused(400, 'invalid name')
      return checked(sample.playerByName(name), { name })
    },
    async validateUuid({ uuid }, call) {
      await counted(call)
      if (uuid.length < 32) throw refused(400, 'invalid uuid')
      return checked(sample.playerByUuid(plainUuid(uuid)), { uuid })
    },
  }
}
