import yauzl from 'yauzl'
import type { Caller, TestApi } from './api.ts'

export const ASK = '/api/user/data'
export const DOWNLOAD = '/api/user/download'

/** Asks for the archive of a member. @returns the key of its download */
export async function keyOf(member: Caller): Promise<string> {
  const answer = await member('POST', ASK)
  if (answer.code !== 200) throw new Error(answer.msg)
  return (answer.data as { key: string }).key
}

/** Opens the download with a key, as the browser of somebody does. */
export function openArchive(
  { api }: Pick<TestApi, 'api'>,
  { tokens }: Pick<Caller, 'tokens'>,
  key: string,
  { language = 'en', method = 'GET' } = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${tokens.access_token}`, 'accept-language': language }
  return Promise.resolve(api.request(`${DOWNLOAD}?key=${encodeURIComponent(key)}`, { method, headers }))
}

/** Downloads the archive of a member. */
export async function archiveOf(made: Pick<TestApi, 'api'>, member: Caller, language = 'en') {
  const answer = await openArchive(made, member, await keyOf(member), { language })
  if (answer.status !== 200) throw new Error(await answer.text())
  return { files: await unzip(Buffer.from(await answer.arrayBuffer())), headers: answer.headers }
}

/** The files of an archive, in their order. */
export async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk))
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}
