// The migrations by name.
import channels from './0001-channels.ts'
import ledger from './0002-ledger.ts'
import metering from './0003-metering.ts'
import stored from './0004-stored.ts'
import learned from './0005-learned.ts'
import responses from './0006-responses.ts'
import batches from './0007-batches.ts'
import callChunks from './0008-call-chunks.ts'
import callLog from './0009-call-log.ts'

export const migrations = {
  '0001-channels': channels,
  '0002-ledger': ledger,
  '0003-metering': metering,
  '0004-stored': stored,
  '0005-learned': learned,
  '0006-responses': responses,
  '0007-batches': batches,
  '0008-call-chunks': callChunks,
  '0009-call-log': callLog,
}
