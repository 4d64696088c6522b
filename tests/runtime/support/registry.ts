import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import * as tar from 'tar'
import { onTestFinished } from 'vitest'
import { temporaryDirectory } from './instance.ts'

/** An npm registry with packages of version 1.0.0 that have an empty index.js. */
export async function startRegistry(packages: Record<string, { scripts?: Record<string, string> }>) {
  const place = await temporaryDirectory()
  const answers = new Map<string, Buffer | string>()
  let held: { reached: () => void; released: Promise<void> } | undefined
  let release: () => void = () => undefined
  const server = createServer(async (request, response) => {
    held?.reached()
    await held?.released
    const answer = answers.get(request.url ?? '')
    response.writeHead(answer === undefined ? 404 : 200).end(answer ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  // Seam: the address of a server that listens on a port is none of a pipe.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [name, more] of Object.entries(packages)) {
    const manifest = { name, version: '1.0.0', ...more }
    const folder = join(place, name)
    await mkdir(join(folder, 'package'), { recursive: true })
    await writeFile(join(folder, 'package', 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'package', 'index.js'), '')
    await tar.create({ gzip: true, cwd: folder, file: join(folder, 'package.tgz') }, ['package'])
    const content = await readFile(join(folder, 'package.tgz'))
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`
    const dist = { tarball: `${url}/${name}.tgz`, integrity }
    const version = { ...manifest, ...(more.scripts ? { hasInstallScript: true } : {}), dist }
    answers.set(`/${name}.tgz`, content)
    answers.set(`/${name}`, JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }))
  }
  return {
    url,
    stop,
    /** Holds every answer from now on. @returns resolves when somebody waits for one */
    hold: () =>
      new Promise<void>((reached) => {
        held = { reached, released: new Promise((resolve) => (release = resolve)) }
      }),
    /** Answers again. */
    release: () => {
      release()
      held = undefined
    },
  }
}
