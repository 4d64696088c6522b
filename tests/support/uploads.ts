import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Caller, TestApi } from './api.ts'

export type Uploaded = {
  url: string
  file: {
    id: number
    url: string
    name: string
    size: number
    mimetype: string
    suffix: string
    width: number | null
    height: number | null
    sha1: string
    topic: string
    visibility: string
    quote: number
  }
}

type Sent = { status: number; code: number; msg: string; data: Uploaded }
type Options = { topic?: string; visibility?: string; type?: string; side?: 'admin' | 'user' }

/** Sends a file as a page does. */
export async function send(
  { api }: Pick<TestApi, 'api'>,
  { tokens }: Pick<Caller, 'tokens'>,
  name: string,
  content: Uint8Array | string,
  { topic, visibility, type = '', side = 'admin' }: Options = {},
): Promise<Sent> {
  const form = new FormData()
  // Seam: the bytes of a Buffer are never shared.
  form.append('file', new File([content as Uint8Array<ArrayBuffer>], name, { type }))
  if (topic !== undefined) form.append('topic', topic)
  if (visibility !== undefined) form.append('visibility', visibility)
  const answer = await api.request(side === 'admin' ? '/admin/sys-file/upload' : '/api/ajax/upload', {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}`, 'accept-language': 'en' },
    body: form,
  })
  return { status: answer.status, ...(await answer.json()) }
}

/** Reads an address as somebody, or as a visitor. */
export function read(
  { api }: Pick<TestApi, 'api'>,
  who: Pick<Caller, 'tokens'> | undefined,
  url: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const own: Record<string, string> = who ? { authorization: `Bearer ${who.tokens.access_token}` } : {}
  return Promise.resolve(api.request(url, { headers: { 'accept-language': 'en', ...own, ...headers } }))
}

/** A small picture of one color. */
export function picture(format: 'png' | 'jpeg' | 'webp' | 'gif', width = 40, height = 20, color = '#3366cc') {
  return sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer()
}

/** All files below a directory, by their paths. */
export function filesIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .toSorted()
}
