import type { Db } from '#src/db/client.server.ts'
import type { TerminalRunRow } from '#src/db/terminal.table.server.ts'
import { withoutColours } from './output-lines.server.ts'
import { outputAfter } from './run-store.server.ts'

/** Lines that are read at once. */
const AT_ONCE = 5_000

/** The whole output of a run as plain text, read while it is sent. */
export function outputFile(db: Db, { id }: Pick<TerminalRunRow, 'id'>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let after = 0
  return new ReadableStream({
    async pull(controller) {
      const lines = await outputAfter(db, id, after, AT_ONCE)
      const last = lines.at(-1)
      if (!last) return controller.close()
      after = last.number
      controller.enqueue(encoder.encode(`${lines.map(({ text }) => withoutColours(text)).join('\n')}\n`))
    },
  })
}
