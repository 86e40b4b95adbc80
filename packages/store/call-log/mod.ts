// The call log: calls of one account, stored together as one row. A log is a table of such rows and a function that
// reads them; the gateway's record of calls and the router's ledger are logs. See the README.
export { type ChunkRow, entriesOf, type LogEntry } from './chunk.ts'
export { type ChunkCollector, type CollectedChunk, createChunkCollector } from './collector.ts'
export {
  type CallLog,
  type LoggedCall,
  type LogPage,
  lastId,
  newestFirst,
  type SearchBudget,
  searchLog,
} from './search.ts'
export { addChunks, pruneChunks } from './table.ts'
