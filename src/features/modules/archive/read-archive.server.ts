import type { TrustedKey } from '../store.schema.ts'
import { type ModuleContent, moduleContent } from './module-content.server.ts'
import { assertPictures } from './picture-size.server.ts'
import { archiveBytes, filesOfZip } from './read-zip.server.ts'
import { archiveSigner, sha256 } from './signature.server.ts'

/** A module from an archive that a trusted key has signed. */
export type ModuleArchive = ModuleContent & {
  /** The name of the key. */
  signer: string
  /** The digest of the archive, in hexadecimal digits. */
  sha256: string
}

/**
 * Reads an archive. Nothing in it is looked at before its signature is right. `manifestProblems` says what is wrong
 * with the module itself.
 * @throws AppError 422 for anything but a signed archive with a module
 */
export async function readArchive(
  path: string,
  { trusted }: { trusted: readonly TrustedKey[] },
): Promise<ModuleArchive> {
  const bytes = await archiveBytes(path)
  const files = await filesOfZip(bytes)
  const signer = archiveSigner(files, trusted)
  const { manifest, files: pictures } = moduleContent(files)
  await assertPictures(pictures)
  return { manifest, files: pictures, signer, sha256: sha256(bytes) }
}
