import { and, asc, eq, gt } from 'drizzle-orm'
import { attachmentTable, fileBlob } from '#src/db/file.table.server.ts'
import { m } from '#src/i18n/paraglide/messages.js'
import { distinctNames, isWorth } from '#src/server/files/archive.server.ts'
import { blobKey } from '#src/server/files/register-file.server.ts'
import type { ArchiveContext, ArchiveFile, ArchivePart } from './archive-part.server.ts'
import { jsonList, pagesOf } from './json-text.server.ts'

const PAGE = 200

/** The files that the member has uploaded, and a list of them. */
export const filePart: ArchivePart = {
  name: 'files',
  about: m.ownData_files,
  async *files(context) {
    yield { name: 'files.json', content: jsonList(listed(context)) }
    for await (const page of filesOf(context)) for (const file of page) yield* stored(context, file)
  },
}

function filesOf({ db, actor }: ArchiveContext) {
  const { id, name, size, mimetype, visibility, createTime } = attachmentTable
  return pagesOf(PAGE, (last: { id: number } | undefined) =>
    db
      .select({ id, name, size, mimetype, visibility, createTime, area: fileBlob.area, sha256: fileBlob.sha256 })
      .from(attachmentTable)
      .innerJoin(fileBlob, eq(fileBlob.id, attachmentTable.blobId))
      .where(
        and(
          eq(attachmentTable.uploaderId, actor.id),
          eq(attachmentTable.uploaderKind, 'user'),
          last && gt(id, last.id),
        ),
      )
      .orderBy(asc(id))
      .limit(PAGE),
  )
}

type OwnFile = Awaited<ReturnType<typeof filesOf>> extends AsyncIterable<readonly (infer T)[]> ? T : never

async function* listed(context: ArchiveContext) {
  for await (const page of filesOf(context))
    yield page.map((file) => {
      const { name, size, mimetype, visibility, createTime } = file
      return { file: placeOf(file), name, size, type: mimetype, visibility, createTime }
    })
}

/** The number makes the name unique. */
function placeOf({ id, name }: Pick<OwnFile, 'id' | 'name'>): string {
  return `files/${id} ${distinctNames([name])[0]}`
}

/** The content of a file, if it is still there: the list says that there was one in any case. */
async function* stored({ storage }: ArchiveContext, file: OwnFile): AsyncGenerator<ArchiveFile> {
  const key = blobKey(file)
  if (await storage.stat(key))
    yield { name: placeOf(file), content: storage.read(key), compress: isWorth(file.mimetype) }
}
