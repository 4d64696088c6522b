import { and, eq } from 'drizzle-orm'
import type { Db } from '#src/db/client.server.ts'
import type { ApiContext } from '#src/server/context.server.ts'
import { AppError } from '#src/server/errors.server.ts'
import type { ModuleFile } from './archive/module-content.server.ts'
import { siteIndex } from './catalog.server.ts'
import { indexPicture } from './index/read-index.server.ts'
import { moduleFile } from './module.table.server.ts'
import { productModules } from './product-modules.server.ts'

type Wanted = { uid: string; version: string; path: string }

/** A picture or a drawing of a module. A drawing opened by itself runs nothing. @throws AppError 404, 422, 503 */
export async function pictureOfModule(c: ApiContext, db: Db, wanted: Wanted): Promise<Response> {
  const { type, bytes } = (await ownPicture(db, wanted)) ?? (await listedPicture(c, db, wanted))
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': type,
      'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    },
  })
}

async function ownPicture(db: Db, { uid, version, path }: Wanted): Promise<ModuleFile | undefined> {
  const [kept] = await db
    .select({ path: moduleFile.path, type: moduleFile.type, bytes: moduleFile.bytes })
    .from(moduleFile)
    .where(and(eq(moduleFile.uid, uid), eq(moduleFile.version, version), eq(moduleFile.path, path)))
  if (kept) return kept
  const own = (await productModules()).find(({ manifest }) => manifest.uid === uid && manifest.version === version)
  return own?.files.find((file) => file.path === path)
}

async function listedPicture(c: ApiContext, db: Db, { uid, version, path }: Wanted): Promise<ModuleFile> {
  const { address, entryOf } = await siteIndex(db, c.get('deps'))
  const entry = entryOf(uid, version)
  if (!entry) throw new AppError(404)
  return indexPicture(address, entry, path, c.get('deps'))
}
