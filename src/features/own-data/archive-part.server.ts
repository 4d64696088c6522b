import type { Database } from '#src/db/client.server.ts'
import type { Locale } from '#src/i18n/locale.server.ts'
import type { Actor } from '#src/server/access/actor.server.ts'
import type { Storage } from '#src/server/files/storage.server.ts'

/** Whose archive it is, and what its parts are made with. */
export type ArchiveContext = {
  db: Database
  actor: Actor
  storage: Storage
  timeZone: string
  locale: Locale
  /** Aborted when nobody waits for the archive any more. */
  gone: AbortSignal
}

/** A file of the archive. Its content is made while it is read. */
export type ArchiveFile = {
  name: string
  content: AsyncIterable<string | Uint8Array>
  /** False for what is compressed already. */
  compress?: boolean
}

/** A part of the archive: a file, or a folder with its list. */
export type ArchivePart = {
  /** What the README calls it. */
  name: string
  /** What is in it, for the README. */
  about(): string
  files(context: ArchiveContext): AsyncIterable<ArchiveFile>
}

/** A part that is one file. */
export function fileOf(
  name: string,
  about: () => string,
  content: (context: ArchiveContext) => AsyncIterable<string>,
): ArchivePart {
  return {
    name,
    about,
    async *files(context) {
      yield { name, content: content(context) }
    },
  }
}
