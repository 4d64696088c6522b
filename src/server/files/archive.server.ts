import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { exportStream } from '../export/export-stream.server.ts'
import { blobKey } from './register-file.server.ts'
import { isDevice } from './save-name.ts'
import type { Storage } from './storage.server.ts'
import type { StoredFile } from './stored-file.server.ts'

/** Files in one archive, made while it is read. Files with the same name get numbers. */
export function archiveStream(storage: Storage, files: readonly StoredFile[]): ReadableStream<Uint8Array> {
  const zip = new ZipFile()
  const open = new Set<Readable>()
  for (const [at, name] of distinctNames(files.map((file) => file.name)).entries()) {
    const file = files[at]
    if (!file) continue
    zip.addReadStreamLazy(name, { compress: isWorth(file.mimetype), mtime: new Date(file.createTime) }, (done) => {
      const source = storage.read(blobKey(file))
      open.add(source)
      source.once('close', () => open.delete(source))
      done(null, source)
    })
  }
  zip.end()
  const output = Readable.from(zip.outputStream)
  const pieces = async function* () {
    for await (const chunk of output) yield new Uint8Array(chunk)
  }
  return exportStream(pieces, () => {
    output.destroy()
    for (const source of open) source.destroy()
  })
}

/** Pictures, sound, films and archives are compressed already. */
export function isWorth(mimetype: string): boolean {
  return /^text\/|json|msword|ms-excel|ms-powerpoint|bmp/.test(mimetype)
}

/** The same names as every system can unpack them, with numbers where one occurs again, in whatever case. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((given) => {
    const plain = given.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').replaceAll(/^\.+|[. ]+$/g, '_') || '_'
    const name = isDevice(plain) ? `_${plain}` : plain
    const dot = name.lastIndexOf('.')
    const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${stem} (${number})${end}`
    taken.add(free.toLowerCase())
    return free
  })
}
