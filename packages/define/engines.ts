// defineEngines: what an API says of its engines to `gatehouse engines`: which of them are there, and how good those
// are that can be measured. `apis/<slug>/engines/report.ts` exports it by default.

/** Where engines and what they run are; each may be missing. */
export interface EngineFolders {
  /** `<data>/engines` */
  readonly enginesFolder: string
  /** `<data>/models/<slug>` */
  readonly modelsFolder: string
  /** `<data>/files/<slug>` */
  readonly filesFolder: string
  /** The operator's file for this API, parsed; undefined when there is none. */
  readonly config: unknown
}
export interface PresentEngine {
  /** As `x-gateway-engine` names it, without what it serves. */
  readonly name: string
  /** Undefined where it has none of its own. */
  readonly version: string | undefined
  /** Where it is, or what it runs; undefined for a part of the API. */
  readonly folder: string | undefined
  /** What it serves, for people. */
  readonly serves: string
}
export interface CheckedEngine {
  readonly name: string
  readonly serves: string
  /** What was measured, by name; figures have one decimal when printed. Empty where the engine failed. */
  readonly figures: Readonly<Record<string, number>>
}
export interface ApiEngines {
  /** Best first, as calls choose them. */
  present(folders: EngineFolders): Promise<readonly PresentEngine[]>
  /** Runs the engines on a fixed set, one result after another. */
  check?(folders: EngineFolders): AsyncIterable<CheckedEngine>
}

export const defineEngines = (engines: ApiEngines): ApiEngines => engines
