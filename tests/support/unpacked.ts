import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Package } from '#src/server/sheet/zip-file.server.ts'

/** The texts in an archive, by name. */
export async function unpacked(archive: Uint8Array): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), 'yardstick-archive-'))
  try {
    const file = join(folder, 'archive.zip')
    await writeFile(file, archive)
    const zip = await Package.open(file)
    const texts: Record<string, string> = {}
    for (const name of zip.names) texts[name] = await zip.text(name)
    zip.close()
    return texts
  } finally {
    await rm(folder, { recursive: true })
  }
}
