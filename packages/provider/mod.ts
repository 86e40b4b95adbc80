// The parts that embedded providers share, besides import/, run/ and sql/: JSON, pictures, speech, engines, pages,
// order, mutexes, time limits and days. An API folder imports `#define` and these, and nothing else of this repository.
export { JsonTooComplex, parseBoundedJson, parseScannedJson, parseShortJson } from './bounded-json.ts'
export { addDays, dayMs, daysBetween, isDay, utcDay, weekday } from './days.ts'
export type { EngineCard } from './engines/engine.ts'
export {
  EngineUnusable,
  engineFile,
  engineVersion,
  isInstalled,
  readEngineCard,
  readEngineFile,
  readVerified,
} from './engines/engine.ts'
export type { Tensor } from './engines/onnx.ts'
export { hasOnnxRuntime, openOnnxSession } from './engines/onnx.ts'
export { createPacer, joinInSteps, joinInTurns, mapInSteps, paced, yieldToEventLoop } from './event-loop.ts'
export { isbnForms, normalIsbn, withCheckDigit } from './isbn.ts'
export { answerJsonLimits, JsonScan } from './json-scan.ts'
export { longJsonBytes } from './json-write.ts'
export type { PartHead } from './multipart-parts.ts'
export { invalidBody, partsOf } from './multipart-parts.ts'
export type { KeyedMutex } from './mutex.ts'
export { keyedMutex } from './mutex.ts'
export type { Compare } from './order.ts'
export { byKey, compare, descending, inOrder } from './order.ts'
export { memberOf, ownMember } from './own-member.ts'
export { OwnedChunks } from './owned-chunks.ts'
export { linkHeader, pageCount, pageLinks, pageSlice } from './paging.ts'
export type { PictureHeader } from './pictures/header.ts'
export { fileKind, readPictureHeader } from './pictures/header.ts'
export type { DecodedPicture, EncodeOptions, Pixels } from './pictures/pixels.ts'
export { decodePicture, encodePicture, resizePicture } from './pictures/pixels.ts'
export { plainLetters } from './plain-letters.ts'
export { noWhiteSpace, whiteSpace } from './re2-classes.ts'
export { releaseBuffer } from './release-buffer.ts'
export { sampleHeaders } from './sample.ts'
export type { Flite, FliteOptions } from './speech/flite.ts'
export { openFlite } from './speech/flite.ts'
export { withTimeout } from './timeout.ts'
export type { Timer, Timers } from './timers.ts'
export { pause, systemTimers } from './timers.ts'
