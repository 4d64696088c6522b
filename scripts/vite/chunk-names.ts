import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Where the names of the scripts stand, by their paths below dist/client. It is not served. */
export const CHUNK_NAMES = 'dist/chunk-names.json'

/** Writes down what is in which script, for tests and measurements: the files themselves are only named by hashes. */
export function chunkNames(): Plugin {
  return {
    name: 'yardstick:chunk-names',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const names = Object.fromEntries(chunks.map(({ fileName, name }) => [fileName, name]))
      writeFileSync(join(dirname(dir), 'chunk-names.json'), JSON.stringify(names))
    },
  }
}
