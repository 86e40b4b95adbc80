/** Folders of the data folder that a backup may include. */
export const folders = ['config', 'files'] as const
export type Folder = (typeof folders)[number]
