// The provider as its tests open it, and pictures as callers send them.
import assert from 'node:assert/strict'
import type { FilePart } from '#define'
import type { Provider } from '#define/reflect'
import { decodePicture, encodePicture } from '#provider'
import { openWorld as openSharedWorld, type World, type WorldOptions, type WorldResponse } from '#provider/test'
import api from '../api.ts'
import { openBackgroundRemoval } from '../provider/open.ts'
import { type CutOutTask, cutOut } from '../provider/picture/cut-out.ts'
import provider from '../provider.ts'
import type { Tables } from '../tables.ts'
import type { Composite } from './composites.ts'
import { noEngines } from './engines.ts'

export type Fields = Readonly<Record<string, unknown>>
export interface RemovalWorld extends World<Tables> {
  /** Removes a background; the body is bytes, or JSON when it is asked for or refused. */
  remove(fields: Fields, call?: { accept?: string; account?: string }): Promise<WorldResponse<Buffer>>
}

interface RemovalOptions extends WorldOptions<Tables> {
  /** Cut out as a running gateway does; else without a process for each picture, which takes 0.4 s. */
  readonly inProcesses?: boolean
}

/** Cuts out in the process of the test, with a copy of the task as a process gets it. */
const here = { run: (_account: string, task: CutOutTask) => cutOut(structuredClone(task)) }

export async function openWorld({ inProcesses, ...options }: RemovalOptions = {}): Promise<RemovalWorld> {
  const kit = { enginesFolder: noEngines, ...options.kit }
  const opened: Provider<Tables> = inProcesses
    ? provider
    : { ...provider, open: async (own) => openBackgroundRemoval(own, here) }
  const world = await openSharedWorld(api, opened, { ...options, kit })
  return {
    ...world,
    remove: (body, { accept = '*/*', account } = {}) =>
      world.ask<Buffer>('/bg-removal', {
        method: 'POST',
        body,
        headers: { accept },
        ...(account === undefined ? {} : { account }),
      }),
  }
}

/** The code of a refusal. */
export function codeOf({ status, body }: WorldResponse<unknown>): string {
  return `${status} ${Object(body).errors?.[0]?.code}`
}

export function filePart(bytes: Buffer, fileName = 'picture.png'): FilePart {
  return { fileName, contentType: 'image/png', bytes, blob: new Blob([new Uint8Array(bytes)]) }
}

export function pngOf({ width, height, rgb }: Composite): Promise<Buffer> {
  return encodePicture({ width, height, channels: 3, data: rgb }, { format: 'png' })
}

export function decode(bytes: Buffer) {
  return decodePicture(bytes, { maxPixels: 60_000_000 })
}

/** A red rectangle on light grey. */
export function rectanglePicture(
  size: { readonly width: number; readonly height: number },
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number },
): Promise<Buffer> {
  const data = new Uint8Array(size.width * size.height * 3).fill(222)
  for (let y = box.top; y < box.top + box.height; y++)
    for (let x = box.left; x < box.left + box.width; x++) data.set([190, 30, 40], (y * size.width + x) * 3)
  return encodePicture({ ...size, channels: 3, data }, { format: 'png' })
}

/** Red, green, blue and alpha. */
export function pixelOf({ width, data }: { readonly width: number; readonly data: Uint8Array }, x: number, y: number) {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
}

export function near(actual: readonly number[], expected: readonly number[], within: number): void {
  const isNear = actual.every((value, at) => Math.abs(value - (expected[at] ?? 0)) <= within)
  assert.ok(isNear, `${actual} is not ${expected}`)
}
