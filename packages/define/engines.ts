// defineEngines: lists the engines of an API for `gatehouse engines`, and measures the quality of those that can be
// measured. `apis/<slug>/engines/report.ts` exports it by default.

/** Folders of the engines and of their models and files, all possibly missing. */
export interface EngineFolders {
  /** `<data>/engines` */
  readonly enginesFolder: string
  /** `<data>/models/<slug>` */
  readonly modelsFolder: string
  /** `<data>/files/<slug>` */
  readonly filesFolder: string
  /** The operator's parsed file for this API; undefined without one. */
  readonly config: unknown
}
export interface PresentEngine {
  /** Name in `x-gateway-engine`, without its purpose. */
  readonly name: string
  /** Undefined if the engine has no version. */
  readonly version: string | undefined
  /** The engine's folder or program; undefined for a part of the API. */
  readonly folder: string | undefined
  /** The engine's purpose, for people. */
  readonly serves: string
}
export interface CheckedEngine {
  readonly name: string
  readonly serves: string
  /** Measurements by name; printed with one decimal; empty if the engine failed. */
  readonly figures: Readonly<Record<string, number>>
}
interface ApiEngines {
  /** The installed engines, best first, in the order in which calls choose them. */
  present(folders: EngineFolders): Promise<readonly PresentEngine[]>
  /** Runs the engines on a fixed set, one result after another. */
  check?(folders: EngineFolders): AsyncIterable<CheckedEngine>
}

export const defineEngines = (engines: ApiEngines): ApiEngines => engines
